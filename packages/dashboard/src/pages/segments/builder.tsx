import type { ContactProperty, Topic } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Choice, Field } from '../../parts/field';
import { useClient } from '../../service/client';
import { AudienceChoice } from '../audiences/audience-choice';
import { TagSuggestions } from '../people/tags';
import { Filters } from './filters';
import { Matches } from './matches';
import { windows, type Draft, type Types, type Window } from './rules';

/** What the rules can be made of. */
export interface Material {
  properties: readonly ContactProperty[];
  topics: readonly Topic[];
  types: Types;
}

export function useMaterial() {
  const client = useClient();
  return useQuery({
    queryKey: ['properties', 'and topics'],
    queryFn: async ({ signal }): Promise<Material> => {
      const [properties, topics] = await Promise.all([
        client.listContactProperties({ signal }),
        client.listTopics({ signal }),
      ]);
      const types = new Map(properties.data.map(({ key, type }) => [key, type] as const));
      return { properties: properties.data, topics: topics.data, types };
    },
  });
}

export interface BuilderProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
  material: Material;
  /** The audience that it began with. */
  offered: string;
}

/** The rules of a segment, and how many people they match. */
export function Builder({ draft, onChange, material, offered }: BuilderProps) {
  const change = (changes: Partial<Draft>): void => onChange({ ...draft, ...changes });
  return (
    <>
      <AudienceChoice
        value={draft.audience}
        offered={offered}
        onChange={(chosen) => change({ audience: chosen })}
      />
      <p className="quiet">
        Whoever is on it, is subscribed, and keeps every rule below. Without a rule: all of them.
      </p>
      <Filters filters={draft.filters} onChange={(filters) => change({ filters })} material={material} />
      <TagRules draft={draft} onChange={change} />
      <Engagement days={draft.days} onChange={(days) => change({ days })} />
      {material.topics.length > 0 && (
        <Choice
          label="Gets mail about the topic"
          value={draft.topic}
          onChange={(topic) => change({ topic })}
          options={[['', 'Any'], ...material.topics.map(({ key, name }) => [key, name] as const)]}
          hint="By their own choice, or else by its default."
        />
      )}
      <Matches draft={draft} types={material.types} />
    </>
  );
}

interface RulesProps<Of> {
  onChange: (changes: Of) => void;
}

function TagRules({ draft, onChange }: { draft: Draft } & RulesProps<Partial<Draft>>) {
  const tagList = useId();
  return (
    <div className="pair">
      <Field
        label="Carries all of the tags"
        value={draft.tags}
        onChange={(event) => onChange({ tags: event.target.value })}
        list={tagList}
        placeholder="vip, beta"
      />
      <Field
        label="Carries none of the tags"
        value={draft.excludeTags}
        onChange={(event) => onChange({ excludeTags: event.target.value })}
        list={tagList}
        placeholder="trial"
      />
      <TagSuggestions id={tagList} />
    </div>
  );
}

function Engagement({
  days,
  onChange,
}: { days: Record<Window, string> } & RulesProps<Record<Window, string>>) {
  const [isOpen] = useState(Object.values(days).some(Boolean));
  return (
    <details open={isOpen}>
      <summary>What they did with your mail</summary>
      <div className="pair level">
        {windows.map(([name, says]) => (
          <Field
            key={name}
            label={`${says} … days`}
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
