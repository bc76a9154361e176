import type { Automation, Domain } from '@carrier-nest/sdk';
import { useState } from 'react';
import { Field } from '../../parts/field';

interface Like {
  /** What it is a copy of. */
  like: Automation | undefined;
}

/** A slug follows the name until somebody writes one. */
export function NameFields({ like }: Like) {
  const [name, setName] = useState(like ? `Copy of ${like.name}`.slice(0, nameLengthMax) : '');
  const [slug, setSlug] = useState<string>();
  return (
    <div className="pair">
      <Field
        label="Name"
        name="name"
        required
        maxLength={nameLengthMax}
        placeholder="Welcome"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        label="Slug"
        name="slug"
        required
        pattern="[a-z0-9\-]{1,100}"
        placeholder="welcome"
        hint="a–z, 0–9 and hyphens. Every mail carries it as the tag “automation”."
        value={slug ?? slugOf(name)}
        onChange={(event) => setSlug(event.target.value)}
      />
    </div>
  );
}

const nameLengthMax = 200;

/** `Größe & more` → `grosse-more` */
const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100);

export function SenderField({ domains, like }: Like & { domains: readonly Domain[] }) {
  const [first] = domains;
  return (
    <Field
      label="From"
      name="from"
      required
      minLength={3}
      defaultValue={like?.from ?? (first ? `news@${first.domain}` : '')}
      placeholder="Robin <robin@news.your-domain.example>"
      hint={
        domains.length > 0
          ? `On a verified marketing domain: ${domains.map(({ domain }) => domain).join(', ')}`
          : 'On a verified marketing domain'
      }
    />
  );
}
