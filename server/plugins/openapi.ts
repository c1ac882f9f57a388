import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import fastifyPlugin from 'fastify-plugin';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { errorBody, z } from '../../protocol/index.ts';
import { DOCS_POLICY } from './security-headers.ts';

/** OpenAPI 3.1 from the same schemas that judge requests: `/api/docs` for people, `/api/docs/json` for tools. */
export const openApiPlugin = fastifyPlugin<{ version: string }>(
  async (app, { version }) => {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: { title: 'Tambay', version, description: 'Social and chat, with or without a network.' },
        components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
      },
      transform: (route) => {
        const transformed = jsonSchemaTransform(route);
        if (!route.url.startsWith('/api/v1')) return transformed;
        const { response, ...schema } = transformed.schema;
        const isPublic = route.route.config?.access === 'public';
        return {
          url: transformed.url,
          schema: {
            ...schema,
            ...(isPublic ? {} : { security: [{ session: [] }] }),
            response: { ...Object(response), default: ERROR_ANSWER },
          },
        };
      },
    });
    await app.register(async (docs) => {
      // The document alone takes milliseconds to write, and anyone may ask for it.
      docs.addHook('onRoute', (route) => {
        route.config = { ...route.config, limit: 'docs' };
      });
      docs.addHook('onSend', async (_request, reply) => {
        reply.header('content-security-policy', DOCS_POLICY);
      });
      await docs.register(swaggerUi, {
        routePrefix: '/api/docs',
        staticCSP: false,
        uiConfig: { layout: 'BaseLayout', docExpansion: 'list' },
      });
    });
  },
  { name: 'openapi' },
);

const ERROR_ANSWER = {
  description: 'What went wrong: `message` is for people, `code` for programs',
  ...z.toJSONSchema(errorBody, { unrepresentable: 'any' }),
};
