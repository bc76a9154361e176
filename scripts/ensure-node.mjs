/**
 * What is wrong with a version of Node, or undefined. `range` is that of `engines` in package.json: `^20.19` takes
 * what comes later in its line, `>=24` whatever comes later.
 */
export function refusalOfNode(given, range) {
  const isEnough = range.split('||').some((part) => fits(given, part.trim()));
  return isEnough
    ? undefined
    : `This is Node ${given}; Carrier Nest needs ${range}. https://nodejs.org has it`;
}

function fits(given, part) {
  const [, sign, needed] = /^(\^|>=)(\d+(?:\.\d+)*)$/.exec(part) ?? [];
  if (!needed) throw new Error(`engines.node is not understood: ${part}`);
  const isLaterOrSame = given.localeCompare(needed, 'en', { numeric: true }) >= 0;
  return isLaterOrSame && (sign === '>=' || majorOf(given) === majorOf(needed));
}

const majorOf = (version) => version.split('.')[0];
