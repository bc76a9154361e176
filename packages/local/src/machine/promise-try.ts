/** `Promise.try`, which Node 20 does not have: an error thrown by `run` rejects the promise. */
export const promiseTry = <T>(run: () => T): Promise<T> => new Promise((resolve) => resolve(run()));
