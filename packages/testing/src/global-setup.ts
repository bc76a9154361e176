import { startCarrierNest } from './start.ts';

/**
 * Keeps one runtime for a whole run of Vitest, Jest or Playwright. Name `@carrier-nest/testing/global-setup` as the
 * `globalSetup` of the runner. Resolves to the function that ends it. Jest does not call that function, but the runtime
 * also stops with the process.
 */
export default async function setUp(): Promise<() => void> {
  const nest = await startCarrierNest();
  return () => nest.stop();
}
