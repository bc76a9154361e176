import { Service } from './service';

interface ServiceOptions {
  /** Whether the file tests the background checks of domains. */
  checksDomains?: boolean;
  /** Whether the file moves the clock by days. */
  timeTravels?: boolean;
}

/** The service of the current test file. Jest loads this module again for every test file. */
let currentService: Service | undefined;

/** Forwards to the current runtime, which a `describe` block can replace. */
const service = new Proxy<Service>(Object.create(Service.prototype), {
  get(_target, name) {
    if (!currentService)
      throw new Error('No service is running. Use the service only inside a test or a hook');
    const value: unknown = Reflect.get(currentService, name, currentService);
    return typeof value === 'function' ? (value.bind(currentService) as unknown) : value;
  },
});

/** Returns the service on a runtime that this test file shares with other test files. */
export function useService(options: ServiceOptions = {}): Service {
  useRuntime(options);
  return service;
}

/** Declares that the tests of the current block move the clock by days. */
export const useTimeTravelRuntime = (options: ServiceOptions = {}): void =>
  useRuntime({ ...options, timeTravels: true });

function useRuntime(options: ServiceOptions): void {
  let outerService: Service | undefined;

  beforeAll(async () => {
    outerService = currentService;
    currentService = await Service.startShared(options);
  });

  afterAll(async () => {
    await currentService?.stop();
    currentService = outerService;
  });
}
