import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  changePasswordBody,
  forgotPasswordBody,
  PASSWORD_UPDATED_MESSAGE,
  passwordUpdated,
  RESET_SENT_MESSAGE,
  resetPasswordBody,
  resetSent,
} from '../../../protocol/index.ts';
import { sessionOf } from '../sync/http.ts';
import type { AuthServices } from './context.ts';
import { deviceNameOf } from './device-name.ts';
import { forgotPassword } from './forgot-password.ts';
import { languageOfRequest } from './language.ts';
import { bearerOf } from './session-plugin.ts';
import { changePassword, resetPassword } from './set-password.ts';

const updated = { data: { message: PASSWORD_UPDATED_MESSAGE } } as const;
const sent = { data: { message: RESET_SENT_MESSAGE } } as const;

/** `/auth`: change, forgot and reset password. */
export const passwordRoutes: FastifyPluginAsyncZod<{ services: AuthServices }> = async (
  app,
  { services },
) => {
  app.post(
    '/auth/change-password',
    {
      config: { access: 'session', limit: 'changePassword' },
      schema: {
        summary: 'Set a new password and sign all other devices out',
        tags: ['auth'],
        body: changePasswordBody,
        response: { 200: passwordUpdated },
      },
    },
    async (request) => {
      const deviceName = deviceNameOf(request.headers['user-agent']);
      await changePassword(services, sessionOf(request), request.body, deviceName);
      return updated;
    },
  );

  app.post(
    '/auth/forgot-password',
    {
      config: { access: 'public', limit: 'forgot' },
      schema: {
        summary: 'Mail a link that sets a new password; the answer is the same for every address',
        tags: ['auth'],
        body: forgotPasswordBody,
        response: { 200: resetSent },
      },
    },
    async (request) => {
      await forgotPassword(services, request.body, languageOfRequest(request));
      return sent;
    },
  );

  app.post(
    '/auth/reset-password',
    {
      config: { access: 'public', limit: 'reset' },
      schema: {
        summary: 'Set a new password with the token of the mail as bearer token',
        tags: ['auth'],
        body: resetPasswordBody,
        response: { 200: passwordUpdated },
      },
    },
    async (request) => {
      await resetPassword(
        services,
        bearerOf(request),
        request.body,
        deviceNameOf(request.headers['user-agent']),
      );
      return updated;
    },
  );
};
