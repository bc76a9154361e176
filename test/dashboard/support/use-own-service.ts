import { makeTempDir } from '../../support/run/run-dir';
import { Service } from '../../support/service';

let currentService: Service | undefined;

/**
 * Starts a separate runtime for the test file, so that the pages show its seeded workspace and other tests cannot move
 * its clock, which must match the clock of the browser.
 */
export function useOwnService(): () => Service {
  beforeAll(async () => {
    currentService = await Service.start(makeTempDir());
  });

  afterAll(() => currentService?.stop());

  return () => {
    if (!currentService) throw new Error('The service runs only inside tests and hooks');
    return currentService;
  };
}
