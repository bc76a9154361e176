/** The stack sets the variable for every function that declares the need for it, so a missing one is a bug. */
export function requireEnv(name: string): string {
  const value = process.env[name];
  if (!value)
    throw new Error(`The environment variable ${name} is not set: does the route declare the need?`);
  return value;
}
