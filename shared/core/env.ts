/** A setting that the stack gives to every function with the need for it: missing means a bug in lib/. */
export function requireEnv(name: string): string {
  const value = process.env[name];
  if (!value)
    throw new Error(`The environment variable ${name} is not set: does the route declare the need?`);
  return value;
}
