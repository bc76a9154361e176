import type { ContactProperty, Topic } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { SelectField, InputField } from '../../parts/field';
import { useClient } from '../../service/client';
import { AudienceSelect } from '../audiences/audience-select';
import { TagSuggestions } from '../people/tags';
import { PropertyRules } from './property-rules';
import { MatchCount } from './match-count';
import { engagementWindows, type SegmentDraft, type PropertyTypes, type EngagementWindow } from './rules';

/** The resources that the rules can refer to. */
export interface RuleOptions {
  properties: readonly ContactProperty[];
  topics: readonly Topic[];
  types: PropertyTypes;
}

export function useRuleOptions() {
  const client = useClient();
  return useQuery({
    queryKey: ['properties', 'with-topics'],
    queryFn: async ({ signal }): Promise<RuleOptions> => {
      const [properties, topics] = await Promise.all([
        client.listContactProperties({ signal }),
        client.listTopics({ signal }),
      ]);
      const types = new Map(properties.data.map(({ key, type }) => [key, type] as const));
      return { properties: properties.data, topics: topics.data, types };
    },
  });
}

export interface SegmentBuilderProps {
  draft: SegmentDraft;
  onChange: (draft: SegmentDraft) => void;
  ruleOptions: RuleOptions;
  /** The initially selected audience. */
  initialAudienceId: string;
}

/** Edits the rules of a segment, and shows how many contacts match. */
export function SegmentBuilder({ draft, onChange, ruleOptions, initialAudienceId }: SegmentBuilderProps) {
  const change = (changes: Partial<SegmentDraft>): void => onChange({ ...draft, ...changes });
  return (
    <>
      <AudienceSelect
        value={draft.audience}
        initialAudienceId={initialAudienceId}
        onChange={(selected) => change({ audience: selected })}
      />
      <p className="quiet">
        The segment matches subscribed contacts of the audience that meet every rule below. Without rules, it
        matches all subscribed contacts of the audience.
      </p>
      <PropertyRules
        filters={draft.filters}
        onChange={(filters) => change({ filters })}
        ruleOptions={ruleOptions}
      />
      <TagRuleFields draft={draft} onChange={change} />
      <EngagementFields days={draft.days} onChange={(days) => change({ days })} />
      {ruleOptions.topics.length > 0 && (
        <SelectField
          label="Subscribed to the topic"
          value={draft.topic}
          onChange={(topic) => change({ topic })}
          options={[['', 'Any'], ...ruleOptions.topics.map(({ key, name }) => [key, name] as const)]}
          hint="Uses the choice of the contact, or the default of the topic if the contact has made no choice."
        />
      )}
      <MatchCount draft={draft} types={ruleOptions.types} />
    </>
  );
}

interface RuleFieldsProps<Changes> {
  onChange: (changes: Changes) => void;
}

function TagRuleFields({
  draft,
  onChange,
}: { draft: SegmentDraft } & RuleFieldsProps<Partial<SegmentDraft>>) {
  const tagList = useId();
  return (
    <div className="pair">
      <InputField
        label="Has all tags"
        value={draft.tags}
        onChange={(event) => onChange({ tags: event.target.value })}
        list={tagList}
        placeholder="vip, beta"
      />
      <InputField
        label="Has none of the tags"
        value={draft.excludeTags}
        onChange={(event) => onChange({ excludeTags: event.target.value })}
        list={tagList}
        placeholder="trial"
      />
      <TagSuggestions id={tagList} />
    </div>
  );
}

function EngagementFields({
  days,
  onChange,
}: { days: Record<EngagementWindow, string> } & RuleFieldsProps<Record<EngagementWindow, string>>) {
  const [isOpen] = useState(Object.values(days).some(Boolean));
  return (
    <details open={isOpen}>
      <summary>Engagement</summary>
      <div className="pair level">
        {engagementWindows.map(([name, label]) => (
          <InputField
            key={name}
            label={`${label} … days`}
            type="number"
            min={1}
            max={3650}
            step={1}
            value={days[name]}
            onChange={(event) => onChange({ ...days, [name]: event.target.value })}
          />
        ))}
      </div>
    </details>
  );
}
