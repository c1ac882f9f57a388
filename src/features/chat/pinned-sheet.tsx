import { PinOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { LocalMessage } from '../../../sync/index.ts';
import { useMinute } from '../../app/clock.ts';
import { ArrowRows, ROW } from '../../components/arrow-rows.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { formatListTime } from '../../i18n/format.ts';
import { fullName } from '../../queries/people.ts';
import type { PinnedMessage } from '../../queries/pinned-messages.ts';
import { MediaThumb } from '../media/media-thumb.tsx';
import { PersonName } from '../people/person-name.tsx';
import { oneLine, pictureOf } from './message-parts.ts';
import * as styles from './pinned-bar.css.ts';

interface PinnedSheetProps {
  isOpen: boolean;
  onClose: () => void;
  /** Oldest first. */
  pinned: readonly PinnedMessage[];
  /** Absent for those who may not. */
  onUnpin?: (message: LocalMessage) => void;
  onJump: (messageId: string) => void;
}

/** All pinned messages of a chat, the newest first. A press leads to the message. */
export function PinnedSheet({ isOpen, onClose, pinned, onUnpin, onJump }: PinnedSheetProps) {
  const { t, i18n } = useTranslation();
  const now = new Date(useMinute());
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t('pinned.title')}
    >
      <ArrowRows>
        <ul>
          {pinned.toReversed().map(({ message, sender }) => {
            const picture = pictureOf(message);
            return (
              <li key={message.id} {...ROW} className={styles.row}>
                <div className={styles.rowMain}>
                  <ListRow
                    leading={
                      picture === null ? (
                        sender && (
                          <Avatar
                            id={sender.id}
                            name={fullName(sender)}
                            pictureId={sender.avatarId}
                            size="sm"
                          />
                        )
                      ) : (
                        <MediaThumb media={picture} />
                      )
                    }
                    title={sender ? <PersonName user={sender} /> : t('account.deletedName')}
                    meta={formatListTime(i18n.language, new Date(message.createdAt), now)}
                    subtitle={oneLine(t, message)}
                    onPress={() => {
                      onClose();
                      onJump(message.id);
                    }}
                  />
                </div>
                {onUnpin && (
                  <IconButton
                    label={t('pinned.unpin')}
                    icon={<PinOff size={20} />}
                    onClick={() => onUnpin(message)}
                  />
                )}
              </li>
            );
          })}
        </ul>
      </ArrowRows>
    </Sheet>
  );
}
