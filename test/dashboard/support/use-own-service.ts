import { makeTempDir } from '../../support/run/run-dir';
import { Service } from '../../support/service';

let currentService: Service | undefined;

/**
 * Starts a separate runtime for the test file. The pages then show the seeded workspace of this runtime, and no other
 * test moves its clock, which must match the clock of the browser.
 */
export function useOwnService(): () => Service {
  beforeAll(async () => {
    currentService = await Service.start(makeTempDir());
  });

  afterAll(() => currentService?.stop());

  return () => {
    if (!currentService)
      throw new Error('No service is running. Use the service only inside a test or a hook');
    return currentService;
  };
}
