import type { Automation, Domain } from '@carrier-nest/sdk';
import { useState } from 'react';
import { InputField } from '../../parts/field';

interface CopySourceProps {
  /** The automation to duplicate. */
  copySource: Automation | undefined;
}

/** Derives the slug from the name until the user edits the slug. */
export function NameFields({ copySource }: CopySourceProps) {
  const [name, setName] = useState(copySource ? `Copy of ${copySource.name}`.slice(0, nameLengthMax) : '');
  const [slug, setSlug] = useState<string>();
  return (
    <div className="pair">
      <InputField
        label="Name"
        name="name"
        required
        maxLength={nameLengthMax}
        placeholder="Welcome"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <InputField
        label="Slug"
        name="slug"
        required
        pattern="[a-z0-9\-]{1,100}"
        placeholder="welcome"
        hint="Use a–z, 0–9 and hyphens. Every email has the slug as the value of the tag “automation”."
        value={slug ?? slugify(name)}
        onChange={(event) => setSlug(event.target.value)}
      />
    </div>
  );
}

const nameLengthMax = 200;

/** `Größe & more` → `grosse-more` */
const slugify = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100);

export function SenderField({ domains, copySource }: CopySourceProps & { domains: readonly Domain[] }) {
  const [first] = domains;
  return (
    <InputField
      label="From"
      name="from"
      required
      minLength={3}
      defaultValue={copySource?.from ?? (first ? `news@${first.domain}` : '')}
      placeholder="Robin <robin@news.your-domain.example>"
      hint={
        domains.length > 0
          ? `Must be on a verified marketing domain: ${domains.map(({ domain }) => domain).join(', ')}`
          : 'Must be on a verified marketing domain'
      }
    />
  );
}
