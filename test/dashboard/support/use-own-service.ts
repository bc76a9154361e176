import { makeTempDir } from '../../support/run/run-dir';
import { Service } from '../../support/service';

let currentService: Service | undefined;

/**
 * A runtime of the file's own: its pages show the seeded workspace, and on its clock it is now, as in the browser.
 */
export function useOwnService(): () => Service {
  beforeAll(async () => {
    currentService = await Service.start(makeTempDir());
  });

  afterAll(() => currentService?.stop());

  return () => {
    if (!currentService) throw new Error('The service runs only while tests do');
    return currentService;
  };
}
