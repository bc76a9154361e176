import type { Middleware } from './step';

/**
 * 401 for a large body of somebody without a credential, before it comes. For a route that looks at credentials in a way
 * of its own, and has one for every other request.
 */
export const authenticateLargeBody = (): Middleware => ({
  before: async (request) => {
    if (!request.event.announcedBody) return;
    const { authenticate } = await import('./authenticate');
    await authenticate().before?.(request);
  },
});
