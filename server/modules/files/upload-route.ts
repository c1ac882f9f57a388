/** Whole seconds of silence end an upload; a slow one may take as long as it needs. */
export const UPLOAD_IDLE_MS = 60_000;
const UPLOAD_MS_MAX = 30 * 60_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is large and may take long: only silence ends it. */
    isUpload?: boolean;
  }
}

/** How every route that takes bytes is set up. */
export const UPLOAD_ROUTE = {
  config: { access: 'session', limit: 'upload', isUpload: true },
  handlerTimeout: UPLOAD_MS_MAX,
} as const;
