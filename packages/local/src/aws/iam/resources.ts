import type { PolicyDocument } from '../../template/deployment';
import { wildcardPattern } from './wildcard-pattern';

/** Path segments that name a resource type, as in `table/Mail/index/byOwner`. */
const resourceTypeWords = ['index', 'stream', 'backup', 'export', 'import'];

/**
 * Maps the resource of a call to a fingerprint of the properties that policies can distinguish. Decisions are cached by
 * fingerprint, not by resource, because most S3 objects, schedules and identities occur in only one call.
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

  /** IAM reads the resource type from the last part of an ARN, so the fingerprint keeps the shape of that part. */
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

/** The part of an ARN after the account; `*` is returned whole. */
const resourcePart = (arn: string): string => arn.split(':').slice(5).join(':') || arn;
