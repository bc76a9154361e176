import type { Domain } from '@carrier-nest/sdk';
import { useState } from 'react';
import { Link } from 'wouter';
import { Choice, Field } from '../../parts/field';
import { count } from '../../parts/words';
import type { Choices } from './choices';
import { windows, type Start } from './draft';

interface WhomProps {
  start: Start;
  choices: Choices;
}

/** Everybody of an audience, or only some of them. */
export function Whom({ start, choices }: WhomProps) {
  const [audienceId, setAudienceId] = useState(start.audience_id ?? choices.audiences[0]?.id ?? '');
  const segments = choices.segments.filter((segment) => segment.audience_id === audienceId);
  return (
    <fieldset>
      <legend>To whom</legend>
      <div className="pair">
        <Choice
          label="Audience"
          name="audience_id"
          value={audienceId}
          onChange={setAudienceId}
          options={audienceOptions(choices, start)}
        />
        <Choice
          key={audienceId}
          label="Segment"
          name="segment_id"
          defaultValue={start.segment_id ?? ''}
          options={[['', 'Everybody of it'], ...segments.map(({ id, name }) => [id, name] as const)]}
        />
        <Choice
          label="Topic"
          name="topic_key"
          defaultValue={start.topic_key ?? ''}
          options={[['', 'None'], ...choices.topics.map(({ key, name }) => [key, name] as const)]}
          hint="Who opted out of it is left out."
        />
      </div>
      {choices.hasOtherAudiences && (
        <Field
          label="Or another audience, by its id"
          name="other_audience_id"
          hint="The newest hundred can be chosen. This one wins."
        />
      )}
      <Windows start={start} />
    </fieldset>
  );
}

function audienceOptions({ audiences }: Choices, { audience_id }: Start) {
  const known = audiences.map(
    ({ id, name, contact_count }) => [id, `${name} (${count(contact_count)})`] as const,
  );
  const isKnown = !audience_id || known.some(([id]) => id === audience_id);
  return isKnown ? known : [...known, [audience_id, audience_id] as const];
}

function Windows({ start: { segment } }: { start: Start }) {
  return (
    <details open={segment !== null && segment !== undefined}>
      <summary>Only who did something lately</summary>
      <div className="pair">
        {windows.map(([name, says]) => (
          <Field
            key={name}
            label={says}
            name={name}
            type="number"
            min={1}
            max={3650}
            step={1}
            defaultValue={segment?.[name] ?? ''}
          />
        ))}
      </div>
    </details>
  );
}

/** Without domains to choose from, the one that it has stays. */
export function From({ start, domains }: { start: Start; domains?: readonly Domain[] }) {
  return (
    <fieldset>
      <legend>From</legend>
      <div className="pair">
        {domains && (
          <Choice
            label="Domain"
            name="identity_id"
            required
            defaultValue={start.identity_id ?? domains.find(isVerified)?.id ?? ''}
            options={domains.map((domain) => [domain.id, domainSays(domain)] as const)}
            hint={domains.length > 0 ? 'It comes from news@ this domain.' : <NoDomain />}
          />
        )}
        <Field
          label="Sender’s name"
          name="from_name"
          defaultValue={start.from_name ?? ''}
          placeholder="Robin at Acme"
        />
      </div>
    </fieldset>
  );
}

const isVerified = ({ status }: Domain): boolean => status === 'verified';

const domainSays = (domain: Domain): string =>
  isVerified(domain) ? domain.domain : `${domain.domain} (not verified)`;

const NoDomain = () => (
  <>
    There is no domain for marketing yet. <Link href="/domains">Add one</Link>
  </>
);
