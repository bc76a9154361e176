import { Service } from './service';

/**
 * The tests of a block have a runtime of their own, where they take it down or jump through days. `swap` puts a
 * service in the place of the one that the file uses, and returns that one.
 */
export function useOwnRuntime(
  swap: (service: Service) => Service,
  options: { checksDomains?: boolean } = {},
): void {
  let shared: Service;

  beforeAll(async () => {
    shared = swap(await Service.start(undefined, options));
  }, 60_000);

  afterAll(async () => {
    await swap(shared).stop();
  });
}
