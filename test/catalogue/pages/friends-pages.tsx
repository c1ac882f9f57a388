import { ChevronRight, MessageCircle, Share2, UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppHeader } from '../../../src/components/app-header.tsx';
import { Avatar } from '../../../src/components/avatar.tsx';
import { Badge } from '../../../src/components/badge.tsx';
import { Button } from '../../../src/components/button.tsx';
import { CodeDisplay } from '../../../src/components/code-display.tsx';
import { EmptyState } from '../../../src/components/empty-state.tsx';
import { IconButton } from '../../../src/components/icon-button.tsx';
import { ListRow } from '../../../src/components/list-row.tsx';
import { Screen } from '../../../src/components/screen.tsx';
import { Section } from '../../../src/components/section.tsx';
import { Segmented } from '../../../src/components/segmented.tsx';
import { Stack } from '../../../src/components/stack.tsx';
import { TextField } from '../../../src/components/text-field.tsx';
import { me, people } from '../sample.ts';
import { PageLink } from './page-link.tsx';
import { Shell } from './shell.tsx';

export function FriendsPage() {
  const { t } = useTranslation();
  return (
    <Shell current="friends">
      <Screen
        width="narrow"
        header={
          <AppHeader
            title={t('friends.title')}
            size="large"
            actions={
              <IconButton label={t('friends.emptyAction')} icon={<UserPlus size={22} aria-hidden="true" />} />
            }
          />
        }
      >
        <ListRow
          leading={
            <span>
              <Users size={24} aria-hidden="true" />
            </span>
          }
          title={t('friends.requests')}
          isCompact
          trailing={
            <>
              <Badge count={2} />
              <ChevronRight size={20} aria-hidden="true" />
            </>
          }
          render={<PageLink page="requests" />}
        />
        <ul>
          {people.map((person) => (
            <li key={person.id}>
              <ListRow
                leading={<Avatar id={person.id} name={person.name} />}
                title={person.name}
                subtitle={t('friends.since', { date: 'Nov 2' })}
                trailing={
                  <IconButton
                    label={t('friends.message')}
                    icon={<MessageCircle size={22} aria-hidden="true" />}
                  />
                }
              />
            </li>
          ))}
        </ul>
      </Screen>
    </Shell>
  );
}

export function RequestsPage({ isEmpty = false }: { isEmpty?: boolean }) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<'received' | 'sent'>('received');
  return (
    <Shell current="friends">
      <Screen
        width="narrow"
        header={
          <AppHeader
            title={t('friends.requests')}
            back={{ render: <PageLink page="friends" /> }}
            below={
              <Segmented
                label={t('friends.requests')}
                value={tab}
                onChange={setTab}
                options={[
                  { value: 'received', label: t('friends.received') },
                  { value: 'sent', label: t('friends.sent') },
                ]}
              />
            }
          />
        }
      >
        {isEmpty ? (
          <EmptyState
            icon={<Users size={32} />}
            line={t('friends.requestsEmpty')}
            action={
              <Button icon={<Share2 size={18} aria-hidden="true" />}>{t('friends.shareMyCode')}</Button>
            }
          />
        ) : (
          <ul>
            {people.slice(1, 4).map((person, index) => (
              <li key={person.id}>
                <ListRow
                  leading={<Avatar id={person.id} name={person.name} />}
                  title={person.name}
                  meta="5:18 PM"
                  subtitle={index === 2 ? t('friends.sending') : undefined}
                  actions={
                    index === 2 ? undefined : (
                      <>
                        <Button size="sm">{t('friends.accept')}</Button>
                        <Button size="sm" variant="outline">
                          {t('friends.reject')}
                        </Button>
                      </>
                    )
                  }
                />
              </li>
            ))}
          </ul>
        )}
      </Screen>
    </Shell>
  );
}

export function AddFriendPage() {
  const { t } = useTranslation();
  return (
    <Shell current="friends">
      <Screen
        width="narrow"
        isPadded
        header={<AppHeader title={t('friends.addTitle')} back={{ render: <PageLink page="friends" /> }} />}
      >
        <Stack>
          <TextField
            kind="code"
            label={t('friends.code')}
            hint={t('friends.addLead')}
            placeholder={t('friends.codePlaceholder')}
            defaultValue="3PX9-T4ZC-8VDM"
            error={t('validation.codeLength')}
          />
          <Button isWide icon={<UserPlus size={20} aria-hidden="true" />}>
            {t('friends.sendRequest')}
          </Button>
        </Stack>
        <Section surface="plain" note={t('profile.myCodeHint')}>
          <CodeDisplay code={me.code} label={t('profile.myCode')} />
        </Section>
      </Screen>
    </Shell>
  );
}
