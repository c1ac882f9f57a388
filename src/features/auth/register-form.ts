import { PASSWORDS_MESSAGE, REQUIRED, registerBody, z } from '../../../protocol/index.ts';

/** The registration of the protocol, and the second typing of the password, which never leaves the device. */
export const registerForm = z
  .extend(registerBody, { confirmPassword: z.string().check(z.minLength(1, REQUIRED)) })
  .check(
    z.refine((values) => values.password === values.confirmPassword, {
      message: PASSWORDS_MESSAGE,
      path: ['confirmPassword'],
      // Said beside the errors of other fields, not only after all of them are mended.
      when: ({ value }) =>
        z.object({ password: z.string(), confirmPassword: z.string().check(z.minLength(1)) }).safeParse(value)
          .success,
    }),
  );
