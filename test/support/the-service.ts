import { Service } from './service';

interface Options {
  /** The file is about how domains are checked in the background. */
  checksDomains?: boolean;
  /** It jumps through days. */
  travels?: boolean;
}

/** One for each test file: Jest loads this module anew for every file. */
let current: Service | undefined;

/** What a file and its blocks call the service, whichever runtime that is just now. */
const service = new Proxy({} as Service, {
  get(_target, name) {
    if (!current) throw new Error('The service runs only while tests do');
    const value: unknown = Reflect.get(current, name, current);
    return typeof value === 'function' ? (value.bind(current) as unknown) : value;
  },
});

/** The service, on a runtime that this file shares with others. */
export function theService(options: Options = {}): Service {
  useRuntime(options);
  return service;
}

/** The tests of this block jump through days. */
export const useTravellingRuntime = (options: Options = {}): void =>
  useRuntime({ ...options, travels: true });

function useRuntime(options: Options): void {
  let outer: Service | undefined;

  beforeAll(async () => {
    outer = current;
    current = await Service.shared(options);
  });

  afterAll(async () => {
    await current?.stop();
    current = outer;
  });
}
