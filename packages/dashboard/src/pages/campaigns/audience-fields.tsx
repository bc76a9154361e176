import type { Domain } from '@carrier-nest/sdk';
import { useState } from 'react';
import { Link } from 'wouter';
import { SelectField, InputField } from '../../parts/field';
import { formatCount } from '../../parts/format';
import type { FormOptions } from './form-options';
import { engagementWindows, type CampaignFormValues } from './campaign-draft';

interface AudienceFieldsProps {
  initialValues: CampaignFormValues;
  formOptions: FormOptions;
}

/** Selects the recipients: an audience, optionally limited by a segment, a topic and engagement. */
export function AudienceFields({ initialValues, formOptions }: AudienceFieldsProps) {
  const [audienceId, setAudienceId] = useState(
    initialValues.audience_id ?? formOptions.audiences[0]?.id ?? '',
  );
  const segments = formOptions.segments.filter((segment) => segment.audience_id === audienceId);
  return (
    <fieldset>
      <legend>Recipients</legend>
      <div className="pair">
        <SelectField
          label="Audience"
          name="audience_id"
          value={audienceId}
          onChange={setAudienceId}
          options={audienceOptions(formOptions, initialValues)}
        />
        <SelectField
          key={audienceId}
          label="Segment"
          name="segment_id"
          defaultValue={initialValues.segment_id ?? ''}
          options={[['', 'Entire audience'], ...segments.map(({ id, name }) => [id, name] as const)]}
        />
        <SelectField
          label="Topic"
          name="topic_key"
          defaultValue={initialValues.topic_key ?? ''}
          options={[['', 'None'], ...formOptions.topics.map(({ key, name }) => [key, name] as const)]}
          hint="Contacts who opted out of the topic are skipped."
        />
      </div>
      {formOptions.hasUnlistedAudiences && (
        <InputField
          label="Other audience ID"
          name="other_audience_id"
          hint="The list above has the newest 100 audiences. An ID here overrides the selected audience."
        />
      )}
      <EngagementWindowFields initialValues={initialValues} />
    </fieldset>
  );
}

function audienceOptions({ audiences }: FormOptions, { audience_id }: CampaignFormValues) {
  const options = audiences.map(
    ({ id, name, contact_count }) => [id, `${name} (${formatCount(contact_count)})`] as const,
  );
  const isKnown = !audience_id || options.some(([id]) => id === audience_id);
  return isKnown ? options : [...options, [audience_id, audience_id] as const];
}

function EngagementWindowFields({ initialValues: { segment } }: { initialValues: CampaignFormValues }) {
  return (
    <details open={segment !== null && segment !== undefined}>
      <summary>Filter by engagement</summary>
      <div className="pair">
        {engagementWindows.map(([name, label]) => (
          <InputField
            key={name}
            label={label}
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

/** Without `domains`, the form has no domain field. */
export function SenderFields({
  initialValues,
  domains,
}: {
  initialValues: CampaignFormValues;
  domains?: readonly Domain[];
}) {
  return (
    <fieldset>
      <legend>From</legend>
      <div className="pair">
        {domains && (
          <SelectField
            label="Domain"
            name="identity_id"
            required
            defaultValue={initialValues.identity_id ?? domains.find(isVerified)?.id ?? ''}
            options={domains.map((domain) => [domain.id, domainLabel(domain)] as const)}
            hint={
              domains.length > 0 ? (
                'The campaign is sent from the address news@ on this domain.'
              ) : (
                <NoDomainHint />
              )
            }
          />
        )}
        <InputField
          label="Sender name"
          name="from_name"
          defaultValue={initialValues.from_name ?? ''}
          placeholder="Robin at Acme"
        />
      </div>
    </fieldset>
  );
}

const isVerified = ({ status }: Domain): boolean => status === 'verified';

const domainLabel = (domain: Domain): string =>
  isVerified(domain) ? domain.domain : `${domain.domain} (not verified)`;

const NoDomainHint = () => (
  <>
    No marketing domain yet. <Link href="/domains">Add a domain</Link>
  </>
);
