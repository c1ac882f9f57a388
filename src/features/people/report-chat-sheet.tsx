import { useChatSnapshot } from '../../queries/chat-snapshot.ts';
import { ReportSheet } from './report-sheet.tsx';

interface ReportChatSheetProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  chatId: string;
  name: string;
  /** Between two people it is the other one who is reported, with what they said. */
  personId?: string | undefined;
  onSent?: () => void;
}

/** Reports a chat on this device with its name and last words as they stand here. */
export function ReportChatSheet({
  isOpen,
  onOpenChange,
  chatId,
  name,
  personId,
  onSent,
}: ReportChatSheetProps) {
  const text = useChatSnapshot(chatId, name);
  return (
    <ReportSheet
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      reported={
        personId === undefined
          ? { kind: 'chat', targetId: chatId, snapshot: { text } }
          : { kind: 'person', targetId: personId, snapshot: { text, authorId: personId } }
      }
      {...(onSent ? { onSent } : {})}
    />
  );
}
