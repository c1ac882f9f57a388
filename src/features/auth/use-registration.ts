import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type OidcProfile, type RegisterBody, registerBody } from '../../../protocol/index.ts';
import { useHoldUpdate } from '../../app/use-hold-update.ts';
import { useBackCloses } from '../../components/use-back-closes.ts';
import type { SignedIn } from '../../session/auth-api.ts';
import type { Answer } from '../../session/call-server.ts';
import { oidcReturn } from '../../session/oidc-return.ts';
import { useServices } from '../../session/services.tsx';
import {
  dropRegisterDraft,
  emptyDraft,
  keepRegisterDraft,
  type RegisterDraft,
  readRegisterDraft,
} from './register-draft.ts';
import { useAuthSubmit } from './use-auth-submit.ts';

/** What the first step asks for; the second one asks for the rest. */
const firstFields = ['firstName', 'middleName', 'lastName', 'email'] as const;

/** What the provider said of them is what the form begins with. */
const fromProvider = ({ email = '', firstName = '', lastName = '' }: OidcProfile): RegisterDraft => ({
  ...emptyDraft,
  email,
  firstName,
  lastName,
});

/** A newcomer who has come from the OpenID provider. From here on only this form knows: the next one at it is somebody else. */
function useNewcomer() {
  const [newcomer, setNewcomer] = useState(oidcReturn.newcomer);
  useEffect(() => oidcReturn.keepNewcomer(null), []);
  const [begun] = useState(() => (newcomer ? fromProvider(newcomer.profile) : readRegisterDraft()));
  const [isKept] = useState(newcomer === null);
  return { newcomer, forget: () => setNewcomer(null), begun, isKept };
}

/** The registration: its form, which of its two steps is shown, and how it is sent. */
export function useRegistration() {
  const { t } = useTranslation();
  const { api, toaster } = useServices();
  const { newcomer, forget, begun, isKept } = useNewcomer();
  const [isLastStep, setIsLastStep] = useState(false);
  /** The e-mail of a try that may have made the account. */
  const unanswered = useRef<string>(undefined);
  const { middleName, ...begunWith } = begun;
  const form = useForm({
    resolver: zodResolver(registerBody),
    defaultValues: { ...begunWith, ...(middleName === '' ? {} : { middleName }), password: '' },
    mode: 'onTouched',
  });
  useHoldUpdate(form.formState.isDirty);
  useEffect(
    () =>
      isKept
        ? form.subscribe({ formState: { values: true }, callback: ({ values }) => keepRegisterDraft(values) })
        : undefined,
    [form, isKept],
  );
  const submit = useAuthSubmit({
    form,
    fieldOfKind: { email_taken: 'email', weak_password: 'password' },
    onRefused: ({ kind }) => {
      if (kind === 'oidc_dead' || kind === 'oidc_expired' || kind === 'oidc_unknown') forget();
      return false;
    },
    offlineText: t('auth.needsNetworkRegister'),
  });

  const showStep = (isLast: boolean, focused: 'password' | (typeof firstFields)[number]): void => {
    // What is hidden cannot be focused.
    flushSync(() => setIsLastStep(isLast));
    form.setFocus(focused);
  };
  const goBack = (): void => showStep(false, 'email');
  useBackCloses(isLastStep, goBack);
  /** An error in the first step is shown there. */
  const goToError = (): void => {
    const wrong = firstFields.find((field) => form.getFieldState(field).invalid);
    if (wrong !== undefined) showStep(false, wrong);
  };

  const goOn = async (): Promise<void> => {
    if (await form.trigger(firstFields, { shouldFocus: true })) return showStep(true, 'password');
    // From now on an error goes with the letter that corrects it.
    for (const field of firstFields)
      form.setValue(field, form.getValues(field), { shouldTouch: true, shouldValidate: true });
  };
  /** An account whose answer got lost on the way is there when one asks again: its owner is let in. */
  const ask = async (body: RegisterBody): Promise<Answer<SignedIn>> => {
    const isAgain = unanswered.current === body.email;
    const report = { isQuiet: isAgain };
    const answer = await (newcomer
      ? api.oidcRegister({ ...body, code: newcomer.code }, report)
      : api.register(body, report));
    if (answer.kind === 'unreachable') unanswered.current = body.email;
    const isTaken = answer.kind === 'refused' && answer.error.kind === 'email_taken';
    if (!isTaken || !isAgain) return answer;
    const entered = await api.login({ email: body.email, password: body.password }, report);
    return entered.kind === 'refused' ? answer : entered;
  };
  const register = form.handleSubmit(async (body) => {
    if (!(await submit(ask(body)))) return goToError();
    dropRegisterDraft();
    toaster.show({ message: t('success.accountCreated'), variant: 'success' });
  }, goToError);
  return { form, newcomer, isLastStep, goOn, goBack, register };
}
