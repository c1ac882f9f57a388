import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  qrApproveBody,
  qrClaimed,
  qrDecided,
  qrGrantBody,
  qrGranted,
  qrGrantState,
  qrParams,
  qrPollBody,
  qrPolled,
  qrStarted,
} from '../../../../protocol/index.ts';
import { sessionOf } from '../../sync/http.ts';
import type { AuthServices } from '../context.ts';
import { deviceOf } from '../device-name.ts';
import { presentGrant, presentRequest } from './presenter.ts';
import {
  approveSignIn,
  claimSignIn,
  denySignIn,
  findGrant,
  grantSignIn,
  pollSignIn,
  redeemGrant,
  startSignIn,
} from './sign-in.ts';
import type { NewDevice } from './store.ts';

const newDeviceOf = ({ headers, ip }: FastifyRequest): NewDevice => ({
  ...deviceOf(headers['user-agent']),
  address: ip,
});

/** `/auth/qr`: sign-in by a code that one device shows and the other scans (protocol/calls/qr.ts draws it). */
export const qrRoutes: FastifyPluginAsyncZod<{ services: AuthServices }> = async (app, { services }) => {
  app.post(
    '/auth/qr/sessions',
    {
      config: { access: 'public', limit: 'qrStart' },
      schema: {
        summary: 'A new device asks for a code to show',
        tags: ['auth'],
        response: { 201: qrStarted },
      },
    },
    async (request, reply) =>
      reply.code(201).send({ data: await startSignIn(services, newDeviceOf(request)) }),
  );

  app.post(
    '/auth/qr/sessions/:qr/claim',
    {
      config: { access: 'session', limit: 'qrDecide' },
      schema: {
        summary: 'A member has scanned the code of a new device and sees who asks',
        tags: ['auth'],
        params: qrParams,
        response: { 200: qrClaimed },
      },
    },
    async (request) => {
      const { qr } = request.params;
      return { data: presentRequest(qr, await claimSignIn(services, qr, sessionOf(request))) };
    },
  );

  app.post(
    '/auth/qr/sessions/:qr/approve',
    {
      config: { access: 'session', limit: 'qrDecide' },
      schema: {
        summary: 'The member lets the new device in by the number it shows; a wrong one ends the sign-in',
        tags: ['auth'],
        params: qrParams,
        body: qrApproveBody,
        response: { 200: qrDecided },
      },
    },
    async (request) => {
      const { qr } = request.params;
      await approveSignIn(services, qr, sessionOf(request), request.body.number);
      return { data: { id: qr, status: 'approved' as const } };
    },
  );

  app.post(
    '/auth/qr/sessions/:qr/deny',
    {
      config: { access: 'session', limit: 'qrDecide' },
      schema: {
        summary: 'The member does not let the new device in',
        tags: ['auth'],
        params: qrParams,
        response: { 200: qrDecided },
      },
    },
    async (request) => {
      const { qr } = request.params;
      await denySignIn(services, qr, sessionOf(request));
      return { data: { id: qr, status: 'denied' as const } };
    },
  );

  app.post(
    '/auth/qr/sessions/:qr/poll',
    {
      config: { access: 'public', limit: 'qrPoll' },
      schema: {
        summary: 'The new device asks whether it may come in; after a yes it gets its token, once',
        tags: ['auth'],
        params: qrParams,
        body: qrPollBody,
        response: { 200: qrPolled },
      },
    },
    async ({ params, body }) => ({ data: await pollSignIn(services, params.qr, body.pollSecret) }),
  );

  app.post(
    '/auth/qr/grants',
    {
      config: { access: 'session', limit: 'qrGrant' },
      schema: {
        summary: 'A member who knows the password gets a code for one new device to scan',
        tags: ['auth'],
        body: qrGrantBody,
        response: { 201: qrGranted },
      },
    },
    async (request, reply) => {
      const granted = await grantSignIn(services, sessionOf(request), request.body.password);
      return reply.code(201).send({ data: granted });
    },
  );

  app.get(
    '/auth/qr/grants/:qr',
    {
      config: { access: 'session' },
      schema: {
        summary: 'What has become of a code that this device shows',
        tags: ['auth'],
        params: qrParams,
        response: { 200: qrGrantState },
      },
    },
    async (request) => {
      const { qr } = request.params;
      return { data: presentGrant(qr, await findGrant(services, qr, sessionOf(request))) };
    },
  );

  app.post(
    '/auth/qr/grants/:qr/redeem',
    {
      config: { access: 'public', limit: 'qrStart' },
      schema: {
        summary: 'A new device has scanned the code of a member',
        tags: ['auth'],
        params: qrParams,
        response: { 200: qrStarted },
      },
    },
    async (request) => ({ data: await redeemGrant(services, request.params.qr, newDeviceOf(request)) }),
  );
};
