import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { findProse } from './prose/find-prose';
import { allowedProse, prosePatterns } from './prose/patterns';

/** Third-party text, and files that are generated from text in checked files. */
const notChecked =
  /^(openapi\.json|package-lock\.json|LICENSE|docs\/reference\/|packages\/sdk\/src\/(schemas|operations)\.ts|test\/(fixtures|corpus)\/|test\/text\/|scripts\/prose\/)/;

const checked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(md|tsx?|mjs)$/.test(file) && !notChecked.test(file) && existsSync(file));

const unusedAllowances = new Set(allowedProse);
const findings: string[] = [];
for (const file of checked) {
  for (const { text, line } of findProse(file, readFileSync(file, 'utf8')))
    for (const { pattern, advice } of prosePatterns) {
      const match = pattern.exec(text);
      if (!match) continue;
      const allowance = allowedProse.find((entry) => entry.file === file && text.includes(entry.text));
      if (allowance) unusedAllowances.delete(allowance);
      else findings.push(`${file}:${line} "${match[0].trim()}": ${advice}`);
    }
}
for (const { file, text } of unusedAllowances)
  findings.push(`${file} no longer contains "${text}". Remove the entry from allowedProse`);

for (const finding of findings) console.error(finding);
if (findings.length > 0) {
  console.error(
    `\n${findings.length} phrases to rewrite. CONTRIBUTING ("Writing") explains the rules. scripts/prose/patterns.ts lists the patterns.`,
  );
  process.exitCode = 1;
}
