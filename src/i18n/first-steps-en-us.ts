/** Texts of the list that leads a new member. */
export const firstStepsEnUs = {
  firstSteps: {
    title: 'First steps',
    hide: 'Hide first steps',
    done: 'Done',
    photo: 'Add your photo',
    photoHint: 'Friends see at once that it is you.',
    code: 'Send your code to friends',
    codeHint: 'Friends add you by your code of 13 characters. You find it under Me.',
    scan: "Scan a friend's code",
    scanHint: 'Hold the camera over the square picture under Me on their phone.',
    publicChats: 'See what others chat about',
    publicChatsHint: 'Anybody can read and join public chats.',
    post: 'Write your first post',
    postHint: 'You choose who can read it.',
  },
};
