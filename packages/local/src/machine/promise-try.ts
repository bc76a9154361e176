/** A substitute for `Promise.try`, which Node 20 lacks. An error that `run` throws rejects the promise. */
export const promiseTry = <T>(run: () => T): Promise<T> => new Promise((resolve) => resolve(run()));
