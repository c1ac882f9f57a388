/** Mga salita ng listahang gumagabay sa bagong kasapi. */
export const firstStepsFil = {
  firstSteps: {
    title: 'Mga unang hakbang',
    hide: 'Itago ang mga unang hakbang',
    done: 'Tapos na',
    photo: 'Ilagay ang litrato mo',
    photoHint: 'Makikilala ka agad ng mga kaibigan mo.',
    code: 'Ipadala ang code mo sa mga kaibigan',
    codeHint: 'Sa code mong may 13 character ka nila ia-add. Makikita mo ito sa Ako.',
    scan: 'I-scan ang code ng kaibigan',
    scanHint: 'Itapat ang camera sa kuwadradong code sa Ako sa phone niya.',
    publicChats: 'Tingnan ang usapan ng iba',
    publicChatsHint: 'Puwedeng basahin at salihan ng lahat ang mga chat para sa lahat.',
    post: 'Isulat ang una mong post',
    postHint: 'Ikaw ang pipili kung sino ang makakabasa.',
  },
};
