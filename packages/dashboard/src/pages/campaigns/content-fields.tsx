import { useState } from 'react';
import { SelectField, InputField, TextAreaField } from '../../parts/field';
import { useTemplates } from './form-options';

export interface CampaignText {
  subject: string;
  html: string;
}

interface ContentFieldsProps {
  content: CampaignText;
  onChange: (content: CampaignText) => void;
}

export function ContentFields({ content, onChange }: ContentFieldsProps) {
  return (
    <fieldset>
      <legend>Content</legend>
      <TemplatePicker content={content} onChange={onChange} />
      <InputField
        label="Subject"
        name="subject"
        required
        maxLength={998}
        value={content.subject}
        onChange={(event) => onChange({ ...content, subject: event.target.value })}
        placeholder="What is new in October"
      />
      <TextAreaField
        label="HTML"
        name="html"
        className="code"
        rows={14}
        required
        spellCheck={false}
        value={content.html}
        onChange={(event) => onChange({ ...content, html: event.target.value })}
        placeholder="<p>Hi {{first_name}}, …</p>"
        hint="Placeholders: {{email}}, {{first_name}}, {{last_name}}, {{name}} and contact attributes such as {{plan}}."
      />
    </fieldset>
  );
}

/** Copies a template into the campaign. Later changes of the template do not affect the campaign. */
function TemplatePicker({ content, onChange }: ContentFieldsProps) {
  const templates = useTemplates();
  const [slug, setSlug] = useState('');
  const selected = templates.find((template) => template.slug === slug);
  if (templates.length === 0) return null;
  return (
    <div className="beside">
      <SelectField
        label="Template"
        value={slug}
        onChange={setSlug}
        options={[['', 'None'], ...templates.map((template) => [template.slug, template.name] as const)]}
        {...(selected && content.html && { hint: 'Replaces the subject and the HTML below.' })}
      />
      <button
        type="button"
        disabled={!selected}
        onClick={() => selected && onChange({ subject: selected.subject, html: selected.html })}
      >
        Use template
      </button>
    </div>
  );
}
