/** The command with the given arguments, in which `options` replace the options of the same names. */
export function suggestCommand(
  command: string,
  args: readonly string[],
  options: Readonly<Record<string, string>>,
): string {
  const replacements = Object.entries(options).flat();
  return [command, ...argumentsWithout(Object.keys(options), args).map(quoteForShell), ...replacements].join(
    ' ',
  );
}

const argumentsWithout = (options: readonly string[], args: readonly string[]): string[] =>
  args.filter(
    (arg, index) =>
      !options.includes(arg) &&
      !options.includes(args[index - 1] ?? '') &&
      !options.some((option) => arg.startsWith(`${option}=`)),
  );

const quoteForShell = (arg: string): string =>
  /^[\w./=:-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`;
