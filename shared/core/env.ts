/**
 * Returns an environment variable. The stack sets the variable for every function that declares the need, so a missing
 * variable is a bug.
 */
export function requireEnv(name: string): string {
  const value = process.env[name];
  if (!value)
    throw new Error(`The environment variable ${name} is not set. Check whether the route declares the need`);
  return value;
}
