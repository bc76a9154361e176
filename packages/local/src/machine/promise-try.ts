/** Like `Promise.try`, which Node 20 does not have: the promise rejects with what `run` throws. */
export const promiseTry = <T>(run: () => T): Promise<T> => new Promise((resolve) => resolve(run()));
