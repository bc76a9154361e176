import type { Middleware } from './step';

/**
 * Authenticates the caller before a large body is uploaded. Use this step for routes whose handler checks the
 * credential itself.
 */
export const authenticateLargeBody = (): Middleware => ({
  before: async (request) => {
    if (!request.event.announcedBody) return;
    const { authenticate } = await import('./authenticate');
    await authenticate().before?.(request);
  },
});
