/**
 * The reason why this version of Node is not supported, or undefined. `range` is `engines.node` of package.json:
 * `^20.19` accepts later versions of the same major version, `>=24` all later versions.
 */
export function refusalOfNode(given, range) {
  const isEnough = range.split('||').some((part) => fits(given, part.trim()));
  return isEnough
    ? undefined
    : `Carrier Nest needs Node ${range}, and this is Node ${given}. Install a supported version from https://nodejs.org`;
}

function fits(given, part) {
  const [, sign, needed] = /^(\^|>=)(\d+(?:\.\d+)*)$/.exec(part) ?? [];
  if (!needed) throw new Error(`engines.node has an unsupported form: ${part}`);
  const isLaterOrSame = given.localeCompare(needed, 'en', { numeric: true }) >= 0;
  return isLaterOrSame && (sign === '>=' || majorOf(given) === majorOf(needed));
}

const majorOf = (version) => version.split('.')[0];
