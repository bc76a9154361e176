import { RegoEngine, TemplateFile } from '@aws/cloudformation-validate';
import { Validations, type App } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { buildCode } from '../lib/bundling/bundles';
import { entryPoints } from '../lib/bundling/entry-points';
import { nagExceptions, type NagException } from '../lib/parts/nag-exceptions';
import { carrierNest } from '../lib/service';
import { parseSettings, type Settings } from '../lib/settings';
import { readSettings, settingsFile } from '../lib/settings-file';
import { runProgram } from '../packages/cli/src/command-line/run-program';
import { isExceptedBy } from '../lib/rules/nag-exception';
import { templateRules } from '../lib/rules/rules';
import { readTemplates } from '../lib/rules/template';
import { checkedVariants } from '../lib/rules/variants';

type Variant = [name: string, settings: Settings];

interface Finding {
  rule: string;
  /** The construct path, or the template and the logical ID. */
  location: string;
  message: string;
}

interface Outcome {
  name: string;
  resources: number;
  usedExceptions: Set<NagException>;
  exceptedCount: number;
  findings: Finding[];
}

/**
 * Synthesizes each preset and your own settings, if any, and checks the templates against the rules. Returns the exit
 * code.
 */
async function main(): Promise<number> {
  const variants = readVariants();
  await buildCode(entryPoints());
  const outcomes = variants.map(([name, settings]) => checkVariant(name, settings));
  const findings = outcomes.flatMap((outcome) => outcome.findings);
  console.table(
    Object.fromEntries(
      outcomes.map(({ name, resources, exceptedCount, findings }) => [
        name,
        { resources, 'excepted by nag-exceptions.ts': exceptedCount, findings: findings.length },
      ]),
    ),
  );
  const unused = nagExceptions.filter(
    (exception) => !outcomes.some(({ usedExceptions }) => usedExceptions.has(exception)),
  );
  for (const { rule, location, message } of findings) console.error(`${rule}\n  ${location}\n  ${message}`);
  for (const { rule, path } of unused)
    console.error(
      `lib/parts/nag-exceptions.ts: the exception from ${String(rule)} at ${path} matches no finding. Remove the exception`,
    );
  return findings.length + unused.length > 0 ? 1 : 0;
}

/** The default file may be missing. Then the presets cover the settings. */
function readVariants(): Variant[] {
  const own = readSettings();
  return [
    ...Object.entries(checkedVariants).map(([name, input]): Variant => [name, parseSettings(input, name)]),
    ...(existsSync(settingsFile()) ? [[settingsFile(), own] satisfies Variant] : []),
  ];
}

function checkVariant(name: string, settings: Settings): Outcome {
  const outdir = mkdtempSync(join(tmpdir(), 'check-synth-'));
  try {
    const nagResults = nagFindings(settings, outdir);
    const exceptions = nagResults.map((finding) =>
      nagExceptions.filter((exception) => isExceptedBy(exception, finding)),
    );
    return {
      name,
      resources: templatesIn(outdir).reduce((sum, file) => sum + countResources(file), 0),
      usedExceptions: new Set(exceptions.flat()),
      exceptedCount: exceptions.filter((exception) => exception.length > 0).length,
      findings: [
        ...nagResults.filter((_, index) => exceptions[index]?.length === 0),
        ...templatesIn(outdir).flatMap(templateFindings),
        ...templateRuleFindings(outdir),
      ],
    };
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

const Violation = z.object({
  ruleName: z.string(),
  description: z.string(),
  violatingConstructs: z.array(z.object({ constructPath: z.string() })),
});
const ValidationReport = z.object({
  pluginReports: z.array(z.object({ violations: z.array(Violation) })),
});

/** The findings of cdk-nag, which the CDK writes into the assembly. */
function nagFindings(settings: Settings, outdir: string): Finding[] {
  const app: App = carrierNest(settings, {
    outdir,
    // The synthesis must not fail on findings, because this script reads the report and removes the findings that
    // nag-exceptions.ts accepts.
    postCliContext: { '@aws-cdk/core:failSynthOnValidationErrors': false },
  });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  app.synth();
  const report = readFileSync(join(outdir, 'validation-report.json'), 'utf8');
  return ValidationReport.parse(JSON.parse(report)).pluginReports.flatMap(({ violations }) =>
    violations.flatMap(({ ruleName, description, violatingConstructs }) =>
      violatingConstructs.map(({ constructPath }) => ({
        rule: ruleName,
        location: constructPath,
        message: description,
      })),
    ),
  );
}

const templatesIn = (dir: string): string[] =>
  readdirSync(dir)
    .filter((name) => name.endsWith('.template.json'))
    .map((name) => join(dir, name));

const TemplateResources = z.object({ Resources: z.record(z.string(), z.unknown()) });

const countResources = (file: string): number =>
  Object.keys(TemplateResources.parse(JSON.parse(readFileSync(file, 'utf8'))).Resources).length;

/** Faults in templates that deploy without an error but do not work. */
function templateRuleFindings(assembly: string): Finding[] {
  const templates = readTemplates(assembly);
  return templateRules.flatMap((rule) =>
    rule
      .findViolations(templates)
      .map((location) => ({ rule: rule.name, location, message: rule.explanation })),
  );
}

const engine = new RegoEngine();

/** Faults for which CloudFormation would reject a template: misspelled properties, wrong types, dangling references. */
function templateFindings(file: string): Finding[] {
  const { status, diagnostics } = engine.validateStandard(new TemplateFile(file), { severityLevel: 'ERROR' });
  const findings = diagnostics.map(({ ruleId, entity, propertyPath, message }) => ({
    rule: ruleId,
    location: [file.split('/').at(-1), entity?.logicalId, propertyPath].filter(Boolean).join(' '),
    message,
  }));
  // Report an analysis that did not finish, because an unfinished analysis also has no findings.
  return status === 'OK'
    ? findings
    : [...findings, { rule: status, location: file, message: 'Not validated' }];
}

void runProgram(main);
