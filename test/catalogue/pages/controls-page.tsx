import { Heart, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '../../../src/components/avatar.tsx';
import { Badge } from '../../../src/components/badge.tsx';
import { Banner } from '../../../src/components/banner.tsx';
import { Button } from '../../../src/components/button.tsx';
import { IconButton } from '../../../src/components/icon-button.tsx';
import { MessageState } from '../../../src/components/message-state.tsx';
import { Section } from '../../../src/components/section.tsx';
import { Segmented } from '../../../src/components/segmented.tsx';
import { Spinner } from '../../../src/components/spinner.tsx';
import { Stack } from '../../../src/components/stack.tsx';
import { TextAreaField } from '../../../src/components/text-area-field.tsx';
import { TextField } from '../../../src/components/text-field.tsx';
import { people } from '../sample.ts';

const variants = ['primary', 'secondary', 'outline', 'quiet', 'danger', 'dangerQuiet'] as const;
const states = ['saving', 'queued', 'sending', 'sent', 'delivered', 'seen', 'failed'] as const;
const tones = ['accent', 'spark', 'danger', 'info'] as const;

/** Every small part side by side, in every state. */
export function ControlsPage() {
  const [posts, setPosts] = useState<'mine' | 'all'>('all');
  return (
    <main>
      <Stack gap="xl">
        <Section title="Buttons" surface="padded">
          {variants.map((variant) => (
            <p key={variant}>
              <Button variant={variant}>{variant}</Button>{' '}
              <Button variant={variant} size="sm" icon={<Send size={18} aria-hidden="true" />}>
                Small
              </Button>{' '}
              <Button variant={variant} isLoading>
                Loading
              </Button>{' '}
              <Button variant={variant} disabled>
                Off
              </Button>
            </p>
          ))}
          <IconButton label="Like" icon={<Heart size={22} aria-hidden="true" />} count={7} />
          <IconButton label="Send" variant="solid" icon={<Send size={20} aria-hidden="true" />} />
          <IconButton label="Delete" variant="soft" icon={<Trash2 size={20} aria-hidden="true" />} />
          <Spinner />
        </Section>
        <Section title="Fields" surface="padded">
          <Stack>
            <TextField label="Name" hint="As your friends know you" />
            <TextField label="Email" defaultValue="ana@" error="Must be a valid e-mail" />
            <TextField label="Off" defaultValue="ana@example.ph" disabled />
            <TextAreaField label="Say something" defaultValue="Tambay muna sa kanto." />
            <Segmented
              label="Posts"
              value={posts}
              onChange={setPosts}
              options={[
                { value: 'mine', label: 'My Posts' },
                { value: 'all', label: 'All Posts' },
              ]}
            />
          </Stack>
        </Section>
        <Section title="People" surface="padded" note="A colour per id, initials by grapheme.">
          {people.map((person) => (
            <Avatar key={person.id} id={person.id} name={person.name} />
          ))}
          <Avatar id="group" name="Tropang Kanto" shape="group" size="lg" />
          <Avatar id="emoji" name="👩🏽‍🚀 Luna" size="sm" isOnline />
        </Section>
        <Section title="States and counts" surface="padded">
          {states.map((state) => (
            <MessageState key={state} state={state} />
          ))}
          <MessageState state="sending" progress={0.7} />
          <Badge count={3} /> <Badge count={42} tone="muted" /> <Badge count={128} />{' '}
          <Badge count={1} tone="danger" />
        </Section>
        {tones.map((tone) => (
          <Banner
            key={tone}
            tone={tone}
            actions={
              <Button size="sm" variant="plain">
                Retry
              </Button>
            }
          >
            {tone}: something that stays until somebody acts.
          </Banner>
        ))}
      </Stack>
    </main>
  );
}
