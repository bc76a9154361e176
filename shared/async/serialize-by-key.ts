/** Returns a function that runs the tasks of a key one after another, and tasks of different keys concurrently. */
export function serializeByKey(): <T>(key: string, task: () => Promise<T>) => Promise<T> {
  const latest = new Map<string, Promise<unknown>>();
  return <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const result = (latest.get(key) ?? Promise.resolve()).then(task, task);
    latest.set(key, result);
    return result;
  };
}
