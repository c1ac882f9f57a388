import { useNavigate } from '@tanstack/react-router';
import {
  type Bell,
  CircleAlert,
  CloudCheck,
  Heart,
  MessageCircle,
  UserCheck,
  UserPlus,
  X,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/icon-button.tsx';
import { readChatCode } from '../../queries/away-snapshot.ts';
import type { ThingPlace } from '../../queries/waiting-things.ts';
import { useEngine } from '../../session/services.tsx';
import * as styles from './away-card.css.ts';
import { useAway } from './use-away.ts';
import type { AwayLine } from './what-changed.ts';

const icons: Record<AwayLine['kind'], typeof Bell> = {
  messages: MessageCircle,
  requests: UserPlus,
  friends: UserCheck,
  echo: Heart,
  sent: CloudCheck,
  needsMe: CircleAlert,
};

/** Where what was sent is to be seen. */
const sentPaths = {
  chats: '/profile/messages',
  posts: '/posts',
  friends: '/profile/friends',
  profile: '/profile',
} as const satisfies Record<ThingPlace, string>;

/** What changed while there was no network: one card, each line leads to its place. */
export function AwayCard() {
  const { t } = useTranslation();
  const { lines, dismiss } = useAway();
  const jump = useJump();
  if (lines.length === 0) return null;
  return (
    <section className={styles.card} aria-label={t('away.title')}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('away.title')}</h2>
        <IconButton label={t('action.close')} icon={<X size={20} aria-hidden="true" />} onClick={dismiss} />
      </div>
      <ul className={styles.list}>
        {lines.map((line) => {
          const Icon = icons[line.kind];
          return (
            <li key={line.kind}>
              <button
                type="button"
                className={styles.line}
                onClick={() => {
                  dismiss();
                  void jump(line);
                }}
              >
                <Icon size={20} aria-hidden="true" />
                {t(`away.${line.kind}`, { count: line.count })}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function useJump(): (line: AwayLine) => Promise<void> {
  const navigate = useNavigate();
  const engine = useEngine();
  return async (line) => {
    switch (line.kind) {
      case 'messages': {
        const code = line.chats === 1 ? await readChatCode(engine, line.chatId) : null;
        await (code === null
          ? navigate({ to: '/profile/messages' })
          : navigate({ to: '/chats/$uniqueCode', params: { uniqueCode: code } }));
        return;
      }
      case 'requests':
        return navigate({ to: '/profile/friend-requests' });
      case 'friends':
        return navigate({ to: '/profile/friends' });
      case 'echo':
        return navigate({ to: '/posts/$postId', params: { postId: line.postId } });
      case 'sent':
        return navigate({ to: sentPaths[line.place] });
      case 'needsMe':
        return navigate({ to: '/profile/outbox' });
    }
  };
}
