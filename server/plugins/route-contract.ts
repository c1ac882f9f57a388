import fastifyPlugin from 'fastify-plugin';

/** Every route of the API says who may call it and what it is for; the app does not start with one that does not. */
export const routeContractPlugin = fastifyPlugin(
  async (app) => {
    app.addHook('onRoute', ({ method, url, config, schema }) => {
      const isDeclared = config?.access !== undefined && schema?.summary !== undefined;
      if (!isDeclared && method !== 'HEAD') {
        throw new Error(`${String(method)} ${url} has to declare config.access and schema.summary`);
      }
    });
  },
  { name: 'route-contract' },
);
