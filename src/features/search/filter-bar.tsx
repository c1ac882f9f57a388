import {
  CalendarDays,
  FileText,
  Image,
  Link2,
  MessagesSquare,
  Mic,
  SlidersHorizontal,
  Star,
  User,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchHas } from '../../../protocol/index.ts';
import { Chip, ChipRow } from '../../components/chip.tsx';
import { formatDate } from '../../i18n/format.ts';
import { useChatList } from '../../queries/chat-list.ts';
import { firstName, useKnownPerson } from '../../queries/people.ts';
import { useEngine } from '../../session/services.tsx';
import { ChatSheet, PersonSheet } from './choose-sheets.tsx';
import { DateSheet } from './date-sheet.tsx';
import type { Filters } from './filters.ts';

const HAS = [
  ['media', Image],
  ['file', FileText],
  ['voice', Mic],
  ['link', Link2],
] as const satisfies readonly (readonly [SearchHas, unknown])[];

interface FilterBarProps {
  filters: Filters;
  /** While nothing is typed there is room for all of them. */
  isOpen: boolean;
  onChange: (filters: Filters) => void;
}

/** What narrows a search of messages down; all of it works without a network, too. */
export function FilterBar({ filters, isOpen, onChange }: FilterBarProps) {
  const { t, i18n } = useTranslation();
  const { userId } = useEngine();
  const [isUnfolded, setUnfolded] = useState(false);
  const shows = (isOn: boolean): boolean => isOpen || isUnfolded || isOn;
  const [open, setOpen] = useState<'person' | 'chat' | 'date' | null>(null);
  const person = useKnownPerson(filters.senderId);
  const chat = useChatList()?.find(({ id }) => id === filters.chatId);
  const change = (part: Partial<Filters>): void => {
    onChange({ ...filters, ...part });
    setOpen(null);
    setUnfolded(false);
  };
  const sheet = (kind: NonNullable<typeof open>) => ({
    isOpen: open === kind,
    onOpenChange: (isShown: boolean) => setOpen(isShown ? kind : null),
  });
  const from =
    filters.senderId === userId ? t('search.filters.me') : person === undefined ? '…' : firstName(person);
  const day = (value: string): string => formatDate(i18n.language, 'dayYear', new Date(`${value}T12:00:00`));
  const { since, until } = filters;
  const time =
    since !== null && until !== null
      ? `${day(since)} – ${day(until)}`
      : since !== null
        ? t('search.filters.after', { day: day(since) })
        : until !== null
          ? t('search.filters.before', { day: day(until) })
          : null;
  return (
    <>
      <ChipRow label={t('search.filters.label')}>
        {!isOpen && (
          <Chip
            icon={<SlidersHorizontal size={16} aria-hidden="true" />}
            label={t('search.filters.label')}
            isOn={isUnfolded}
            hasEnd={false}
            onPress={() => setUnfolded(!isUnfolded)}
          />
        )}
        {shows(filters.senderId !== null) && (
          <Chip
            icon={<User size={16} aria-hidden="true" />}
            label={
              filters.senderId === null
                ? t('search.filters.from')
                : t('search.filters.fromWhom', { name: from })
            }
            isOn={filters.senderId !== null}
            opens
            onPress={() => setOpen('person')}
          />
        )}
        {shows(filters.chatId !== null) && (
          <Chip
            icon={<MessagesSquare size={16} aria-hidden="true" />}
            label={filters.chatId === null ? t('search.filters.chat') : (chat?.title ?? '…')}
            isOn={filters.chatId !== null}
            opens
            onPress={() => setOpen('chat')}
          />
        )}
        {HAS.filter(([has]) => shows(filters.has === has)).map(([has, Icon]) => (
          <Chip
            key={has}
            icon={<Icon size={16} aria-hidden="true" />}
            label={t(`search.filters.has.${has}`)}
            isOn={filters.has === has}
            onPress={() => change({ has: filters.has === has ? null : has })}
          />
        ))}
        {shows(time !== null) && (
          <Chip
            icon={<CalendarDays size={16} aria-hidden="true" />}
            label={time ?? t('search.filters.date')}
            isOn={time !== null}
            opens
            onPress={() => setOpen('date')}
          />
        )}
        {shows(filters.isStarred) && (
          <Chip
            icon={<Star size={16} aria-hidden="true" />}
            label={t('search.filters.starred')}
            isOn={filters.isStarred}
            onPress={() => change({ isStarred: !filters.isStarred })}
          />
        )}
      </ChipRow>
      <PersonSheet
        {...sheet('person')}
        chosen={filters.senderId}
        onChoose={(senderId) => change({ senderId })}
      />
      <ChatSheet {...sheet('chat')} chosen={filters.chatId} onChoose={(chatId) => change({ chatId })} />
      <DateSheet {...sheet('date')} since={since} until={until} onChoose={change} />
    </>
  );
}
