import type { PolicyDocument } from '../../template/deployment';
import { wildcardPattern } from './wildcard-pattern';

/** They say what an ARN names, wherever they stand in it: `table/Mail/index/byOwner`. */
const resourceTypeWords = ['index', 'stream', 'backup', 'export', 'import'];

/**
 * What policies can tell apart in the resource of a call. An object in S3, a schedule or a domain's identity is
 * seldom asked about twice: resources with the same marks have the same answer.
 */
export class Resources {
  private readonly patterns: RegExp[];
  private readonly hasVariables: boolean;

  constructor(documents: PolicyDocument[]) {
    const texts = documents
      .flatMap(({ Statement }) => Statement)
      .flatMap(({ Resource, NotResource }) => [Resource, NotResource].flat())
      .filter((text) => typeof text === 'string');
    this.hasVariables = texts.some((text) => text.includes('${'));
    this.patterns = [...new Set(texts.map(resourcePart))].map(wildcardPattern);
  }

  /** IAM compares an ARN part by part, and asks of the last one what type of resource it is. */
  fingerprint(resource: string): string {
    if (this.hasVariables || /[*?]/.test(resource)) return resource;
    const name = resourcePart(resource);
    const [type = '', ...names] = name.split('/');
    const shape = [type, ...names.map(segmentShape)].join('/');
    const matches = this.patterns.map((pattern) => Number(pattern.test(name))).join('');
    return `${resource.slice(0, resource.length - name.length)}${shape} ${matches}`;
  }
}

const segmentShape = (part: string): string =>
  part === '' || part.includes(':') || resourceTypeWords.includes(part) ? part : 'x';

/** What follows the account in an ARN; of `*` all. */
const resourcePart = (arn: string): string => arn.split(':').slice(5).join(':') || arn;
