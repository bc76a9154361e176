import { useState } from 'react';
import { Choice, Field, TextField } from '../../parts/field';
import { useTemplates } from './choices';

export interface CampaignCopy {
  subject: string;
  html: string;
}

interface ContentProps {
  copy: CampaignCopy;
  onChange: (copy: CampaignCopy) => void;
}

export function Content({ copy, onChange }: ContentProps) {
  return (
    <fieldset>
      <legend>What it says</legend>
      <FromTemplate copy={copy} onChange={onChange} />
      <Field
        label="Subject"
        name="subject"
        required
        maxLength={998}
        value={copy.subject}
        onChange={(event) => onChange({ ...copy, subject: event.target.value })}
        placeholder="What is new in October"
      />
      <TextField
        label="HTML"
        name="html"
        className="code"
        rows={14}
        required
        spellCheck={false}
        value={copy.html}
        onChange={(event) => onChange({ ...copy, html: event.target.value })}
        placeholder="<p>Hi {{first_name}}, …</p>"
        hint="{{email}}, {{first_name}}, {{last_name}}, {{name}}, and the attributes of a contact, such as {{plan}}."
      />
    </fieldset>
  );
}

/** A campaign has a copy of its own: what becomes of the template later does not touch it. */
function FromTemplate({ copy, onChange }: ContentProps) {
  const templates = useTemplates();
  const [slug, setSlug] = useState('');
  const chosen = templates.find((template) => template.slug === slug);
  if (templates.length === 0) return null;
  return (
    <div className="beside">
      <Choice
        label="From a template"
        value={slug}
        onChange={setSlug}
        options={[['', 'None'], ...templates.map((one) => [one.slug, one.name] as const)]}
        {...(chosen && copy.html && { hint: 'Replaces the subject and the HTML below.' })}
      />
      <button
        type="button"
        disabled={!chosen}
        onClick={() => chosen && onChange({ subject: chosen.subject, html: chosen.html })}
      >
        Take it over
      </button>
    </div>
  );
}
