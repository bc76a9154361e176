import { aFolder } from '../../support/run/run-folder';
import { Service } from '../../support/service';

let current: Service | undefined;

/**
 * A runtime of the file's own: its pages show the seeded workspace, and on its clock it is now, as in the browser.
 */
export function ownService(): () => Service {
  beforeAll(async () => {
    current = await Service.start(aFolder());
  });

  afterAll(() => current?.stop());

  return () => {
    if (!current) throw new Error('The service runs only while tests do');
    return current;
  };
}
