import { Service } from './service';

interface ServiceOptions {
  /** The file is about how domains are checked in the background. */
  checksDomains?: boolean;
  /** It jumps through days. */
  timeTravels?: boolean;
}

/** One for each test file: Jest loads this module anew for every file. */
let currentService: Service | undefined;

/** What a file and its blocks call the service, whichever runtime that is just now. */
const service = new Proxy<Service>(Object.create(Service.prototype), {
  get(_target, name) {
    if (!currentService) throw new Error('The service runs only while tests do');
    const value: unknown = Reflect.get(currentService, name, currentService);
    return typeof value === 'function' ? (value.bind(currentService) as unknown) : value;
  },
});

/** The service, on a runtime that this file shares with others. */
export function useService(options: ServiceOptions = {}): Service {
  useRuntime(options);
  return service;
}

/** The tests of this block jump through days. */
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
