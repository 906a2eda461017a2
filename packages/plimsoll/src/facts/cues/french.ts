import type { CueLanguage } from "./cue-language.js";
import { latinWriting } from "./latin-writing.js";

const r = String.raw;

/** Cues in French. */
export const FRENCH: CueLanguage = {
  name: "French",
  writing: latinWriting({
    letters: "àâçéèêëîïôùûœ",
    words:
      "le, la, les, un, une, des, du, de, et, ne, pas, est, sont, je, tu, nous, vous, il, elle, ce, cette, ces, mon, ma, mes, votre, notre, pour, avec, sans, dans, sur, par, que, qui, quand, toujours, jamais, merci, plus, tout, tous, toute, toutes, aux, au, en, ou, chaque, aucun, aucune",
  }),
  edges: [r`(?<![\p{L}\p{N}])`, r`(?![\p{L}\p{N}])`],
  lists: {
    /** Things that have one exact value. */
    setting: r`port, serveur, adresse, salle, chambre, rendez-vous, réunion, remise, vol, train, numéro, version, compte, identifiant, code, lancement, sortie, livraison, prix, date, référence, dossier`,
    /** Where an order begins, and what may precede its verb. */
    begin: r`^[^\p{L}\p{N}]{0,8}, [;:(–—,]\s{0,2}["«“]?\s?, \s-\s, (?<!\p{L}){opening}\s`,
    opening:
      "merci de, et, mais, alors, donc, puis, ensuite, surtout, toujours, jamais, aussi, sinon, ou, d['’]abord, svp, stp",
    gap: r`(?:\S{1,30}\s){0,6}`,
    end: r`(?![\p{L}\p{N}])`,
    orderVerb:
      "affiche, ajoute, appelle, arrête, arrondis, attends, attache, change, cherche, cite, classe, commence, commente, compte, confirme, conserve, contacte, copie, corrige, coupe, crée, décris, demande, dis, documente, donne, écris, efface, emploie, enregistre, entoure, envoie, explique, exporte, évite, fais, fixe, formate, garde, ignore, inclus, indique, installe, joins, laisse, lance, limite, lis, liste, livre, mets, mentionne, montre, modifie, n['’]oublie, nomme, note, obtiens, ordonne, ouvre, oublie, parle, partage, passe, place, pose, préfère, prends, prépare, préviens, privilégie, propose, protège, publie, range, rappelle, réduis, regarde, remplace, réponds, reste, respecte, retiens, retire, sauvegarde, sépare, signe, signale, sors, stocke, supprime, tape, termine, teste, traduis, trie, tutoie, utilise, vérifie, vise, vouvoie, {politeVerb}",
    politeVerb: r`(?!(?:vous|nous|chez|assez|avez|êtes|devez|pouvez|voulez|allez|savez|nez)(?!\p{L}))\p{L}{3,20}ez(?:-(?:moi|nous|le|la|les|lui|y|en))?`,
    no: "pas, jamais, plus, rien, aucun, aucune, personne, ni",
    deed: "toucher, modifier, utiliser, envoyer, publier, supprimer, écrire, laisser, garder, mettre, ajouter, lancer, citer, mentionner, employer, installer, pousser, déployer, fusionner, dépasser, répondre, arrondir, nommer, commenter, tester, vérifier, renommer, changer, oublier",
    consent:
      "accord, validation, autorisation, feu vert, approbation, aval, permission, consentement, confirmation, ok",
    day: r`lundi, mardi, mercredi, jeudi, vendredi, samedi, dimanche, demain, ce soir, midi, minuit, la fin, fin, le \d{1,2}, \d{1,2}, janvier, février, mars, avril, mai, juin, juillet, août, septembre, octobre, novembre, décembre, la semaine prochaine`,
    please: r`,\s(?:s['’]il (?:te|vous) plaît|svp|stp|merci)[.!]?`,
    nothing: r`problème, souci, quoi, idée, importance, nouvelles?[.!]?$, doute, réponse, chance`,
    due: r`doit, doivent, faut, rendre, rendu\p{L}{0,2}, livrer?, fini\p{L}{0,2}, terminé\p{L}{0,2}, remis\p{L}{0,2}, prêt\p{L}{0,2}, envoie, envoyer, besoin`,
    language:
      "français, anglais, allemand, espagnol, italien, portugais, russe, chinois, japonais, coréen, arabe, néerlandais, polonais",
    lasting:
      "toujours, désormais, ne pas, ne plus, jamais, chaque, tous, toutes, avant de, avant d['’], éviter, seulement, uniquement, en \\p{L}+ais",
    whenever:
      "si, s['’]il, quand, dès que, lorsque, en cas d\\S{1,2}, avant (?:de|d['’]|chaque|tout|toute), après chaque",
    number: r`\d[\d\s.,]{0,8}, une?, deux, trois, quatre, cinq, six, sept, huit, neuf, dix, douze, vingt, cent`,
    unit: "mots, phrases, lignes, pages, paragraphes, caractères, euros, minutes, heures, secondes, jours, tentatives, essais, ko, mo, go, points",
    rules: "règles?, consignes?, contraintes?, exigences?, conventions?, restrictions?, directives?",
    person: r`chef\p{L}{0,3}, patronn?e?, ami\p{L}{0,2}, mère, père, frère, sœur, médecin, voisin\p{L}{0,2}, propriétaire, fille, fils, femme, mari, collègues?, grand-mère, prof\p{L}{0,6}, copine?`,
    source:
      "notice, guide, doc, documentation, readme, manuel, wiki, logs?, journal, panneau, erreur, message, message d['’]erreur, compilateur, linter, console, article, blog, forum, licence, contrat, site, tutoriel",
    says: "dit, disait, disent, indique, indiquait, affiche, affichait, précise, était, écrit, réclame, exige, prétend, annonce, a dit, m['’]a dit, raconte, conseille",
    changed:
      "repouss\\p{L}{1,4}, décal\\p{L}{1,4}, report\\p{L}{1,4}, avanc\\p{L}{1,4}, déplac\\p{L}{1,4}, port\\p{L}{1,4}, relev\\p{L}{1,4}, ramen\\p{L}{1,4}, prolong\\p{L}{1,4}, réduit\\p{L}{0,2}, augment\\p{L}{1,4}, remplac\\p{L}{1,4}, chang\\p{L}{1,4}",
    shaky:
      "plante, échoue, tombe, renvoie, retourne, affiche, met, reste, est, sont, était, étaient, a, ont, avait, marche, marchait, fonctionne, fonctionnait, passe, arrive, apparaît, bloque, y a-t-il, y a",
  },
  cues: {
    acceptance: [
      {
        pattern: r`\bcritères? d'acceptation`,
        example: "Les critères d'acceptation sont là.",
        counterExample: "Les critères sont là.",
      },
    ],
    limit: [
      {
        pattern: r`^[^\p{L}]{0,8}une? seule? [^,.?]{2,40} (?:par|pour) \p{L}`,
        example: "Un seul avis par page.",
        counterExample: "Une seule fois.",
      },
      {
        words: r`(?:on|nous|j['’])\s?(?:a|avons|ai) (?:\S{1,12}\s)?\d[\d.,]{0,9} (?:euros|€|dollars|francs|heures|jours), {changed} (?:à|au) (?:\S{1,12}\s)?{day}, (?:limite|plafond|budget|délai) (?:\S{1,20}\s){0,3}(?:à|de) \d+`,
        example: "On a 600 euros en tout.",
        counterExample: "On a 600 amis.",
      },
      {
        words: r`au (?:plus|moins|maximum|minimum)(?! vite| tôt), maximum, minimum, max\.? \d+, pas plus(?: de| que)?, pas moins de, plafonn\p{L}{1,4}, date limite, échéance, avant le \d{1,2}, jusqu['’]à \d+, d['’]ici(?: à)? {day}, (?:ne )?{gap}(?:dépasser?|dépasse|excéder?)`,
        example: "Deux fois au plus.",
        counterExample: "Deux fois de plus.",
      },
      {
        words: r`(?:budget|limite|plafond|délai|quota|timeout)s? (?:\S{1,20}\s){0,3}?(?:est|sont|de|à|:)\s(?:\S{1,12}\s){0,2}?\d[\d\s.,]{0,9}`,
        example: "Le quota est de 800 euros.",
        counterExample: "Le plafond est haut.",
      },
      {
        pattern: r`(?<!\p{L}){due}{end}[^.?!]{0,60}\s(?:avant|pour|d['’]ici|le)?\s?{day}{end}`,
        example: "Il doit être rendu jeudi.",
        counterExample: "Il vient jeudi.",
      },
      {
        words: r`(?:en|sous|moins de|à) {number} {unit}, {number} {unit} (?:par|maximum|maxi|au)`,
        example: "Résume en deux phrases.",
        counterExample: "Il y a deux phrases.",
      },
    ],
    rule: [
      {
        pattern: r`\p{L} (?:comptent?|passent?|valent|vaut) (?:toujours )?(?:comme|pour) (?:des |une? )?(?:erreurs?|échecs?|privée?s?|publics?|fautes?)`,
        example: "Un doute vaut pour un échec.",
        counterExample: "Un doute vaut la peine.",
      },
      {
        pattern: r`{begin}(?:utilisez?|emploie|employez|mets|mettez) des \p{L}{3,30}s? (?:dans|pour|à|comme|entre) `,
        example: "Emploie des tirets entre les mots.",
        counterExample: "Des tirets sont entre les mots.",
      },
      {
        pattern: r`{begin}(?:affichez?|écri(?:s|vez)|rédigez?|arrondis|nommez?) (?:toujours )?les (?:prix|dates|heures|montants|noms|totaux|notes|messages|branches|titres) `,
        example: "Affiche les montants en euros.",
        counterExample: "Les montants changent.",
      },
      {
        pattern: r`(?<!\p{L})(?:ne|n[’']) ?\p{L}{2,20}(?: \p{L}{2,20}){0,4} que le (?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)[.!]?$`,
        example: "On ne sauvegarde que le dimanche.",
        counterExample: "On sauvegarde le dimanche.",
      },
      {
        pattern: r`(?<!\p{L})(?:exige(?:nt)?|requièr(?:e|ent)|nécessite(?:nt)?|demande(?:nt)?) (?:mon|ton|notre|votre|l['’]|un|une) ?(?:accord|aval|feu vert|validation|approbation|autorisation)(?!\p{L})`,
        example: "Tout achat exige notre aval.",
        counterExample: "Cela demande du temps.",
      },
      {
        words: r`(?:vouvoie|tutoie|vouvoyez|tutoyez) (?:les|la|le|nos|mes|tous|toujours), demandez? (?:\S{1,12}\s)?avant (?:de|d['’])`,
        example: "Vouvoie les clients.",
        counterExample: "Il salue les clients.",
      },
      {
        pattern: r`(?:^|[^\p{L}])[Ss]eule?s? (?:\p{Lu}[\p{L}-]{1,20}|l['’]équipe \p{L}{2,20}) (?:peut|peuvent|décide|décident|valide|a le droit)(?!\p{L})`,
        caseSensitive: true,
        example: "Seule Claire peut valider.",
        counterExample: "Claire peut valider.",
      },
      {
        words: r`(?:peux|pourrais|pouvez|pourriez)(?:-\p{L}+)? (?:\S{1,20}\s){0,2}(?:éviter|arrêter|cesser|ne (?:pas|plus|jamais))`,
        example: "Tu pourrais éviter le jargon ?",
        counterExample: "Tu pourrais venir ?",
      },
      {
        pattern: r`(?<!\p{L})(?:pour (?:le |la |les |l['’]|du |des )?\p{L}{3,30},? (?:utilise|utilisez|prends|prenez|emploie|passe par)|(?:utilise|utilisez|prends|prenez|emploie) \S{1,40} (?:pour|comme)){end}`,
        example: "Pour les images, prends WebP.",
        counterExample: "Les images sont en WebP.",
      },
      {
        pattern: r`^[^\p{L}]{0,8}(?:(?:les|mes|nos|la) )?{rules}\s?:\**\s{0,3}[^\s*]`,
        example: "Consignes : petits commits",
        counterExample: "Les consignes sont là.",
      },
      {
        words: r`(?:ne|n['’])\s?{gap}jamais, interdits?, interdites?, interdiction, défense de, hors de question, proscrits?, en aucun cas, sous aucun prétexte, pas question, pas touche, à bannir, à proscrire`,
        example: "Défense de fumer.",
        counterExample: "Il fume.",
      },
      {
        pattern: r`{begin}(?:{opening}\s)?(?:tu |vous |on )?(?:ne |n['’])(?!est|a |ai |arrive|marche|sais|sait|était|avai|peux|peut|comprends|vois|ont|fonctionne)(?:\S{1,20}\s){1,4}?{no}{end}`,
        example: "Ne touche pas au schéma.",
        counterExample: "Ça ne marche pas.",
      },
      {
        words: r`(?:ne |n['’])(?:doit|doivent|dois|devez|faut|peut pas|peuvent pas|devrait|devraient) {gap}{no}, (?:ne |n['’])\S{2,20} {no} (?:\S{1,20}\s){0,5}?(?:sans (?:ma|mon|notre)), rien ne (?:part|sort|va|change|bouge|doit)`,
        example: "Le nom ne doit citer personne.",
        counterExample: "Le nom cite une personne.",
      },
      {
        words: r`il (?:ne )?faut(?! (?:dire|croire|savoir|avouer)), tu dois, vous devez, on doit, doit (?:être|rester|avoir|contenir|passer|se|toujours|commencer|finir|figurer), doivent, toujours(?! (?:aussi|pas|le même|là|en)\b), assure-toi, assurez-vous, uniquement, obligatoire\p{L}{0,4}, sans exception, lecture seule, impérative?\p{L}{0,4}, systématiquement, à chaque fois, obligation, exclusivement, veille à, veillez à, n['’]oublie pas, pense à, pensez à, fais attention, souviens-toi`,
        example: "Il faut tester.",
        counterExample: "Il teste.",
      },
      {
        words: r`à partir (?:de (?:maintenant|demain|lundi)|d['’]aujourd['’]hui), dorénavant, désormais, à l['’]avenir, dès (?:maintenant|aujourd['’]hui|demain|lundi), à compter (?:de|d['’])`,
        example: "Désormais le projet s'appelle Nord.",
        counterExample: "Le projet s'appelle Nord.",
      },
      {
        words: r`seul(?:e|s|es)? {gap}(?:est|sont|compte|autorisé|permis)\p{L}{0,3}, (?:autorisé|permis|admis)(?:e|s|es)? (?:sont|est|:), (?:seulement|uniquement) (?:du|de|des|les?|la|en|ces|dans|avec|par|pour), rien d['’]autre, nulle part ailleurs, à (?:part|l['’]exception d\S{1,3}) .{1,40}{no}, sauf .{1,40}{no}`,
        example: "Seuls ces outils sont admis : sed et awk.",
        counterExample: "Voici ces outils : sed et awk.",
      },
      {
        words: r`(?:sans|obtiens|demande|avec|attends?|attendez) (?:ma|mon|notre|l['’])\s?(?:\S{1,20}\s)?{consent}, (?:demande|demandez|préviens|consulte|montre)-(?:moi|nous)(?=.{0,60}(?:avant|d['’]abord|chaque|si))`,
        example: "Attends mon feu vert.",
        counterExample: "Le feu est vert.",
      },
      {
        words: r`rest(?:e|ent|ez) (?:\S{1,20}\s){0,3}(?:telle?s? quelle?s?|inchangé\p{L}{0,3}|comme|en (?!panne)\S+|dans|privé\p{L}{0,3}|confidentiel\p{L}{0,3}|poli\p{L}{0,2}|formel\p{L}{0,2}|sobre|bref|concis), laisse .{1,60} (?:tranquille|tel\S{0,4} quel\S{0,4}|intact\p{L}{0,2}), ne bouge\p{L}{0,3} pas, on garde`,
        example: "Les polices restent inchangées.",
        counterExample: "Les polices sont jolies.",
      },
      {
        words: r`(?:commencent?|finissent|finit|se terminent?|s['’]écri(?:t|vent)|se rédigent?|se nomm\p{L}{1,3}|suivent) (?:\S{1,20}\s){0,2}(?:par|en|avec|le|la|toujours), (?:noms|dates|prix|heures|montants|branches|commits|fichiers|variables|titres)(?: \S{1,20}){0,3} (?:sont|vont|s['’]écrivent|se mettent) (?:en|au|dans|à), (?:vont|va) dans le dossier`,
        example: "Les tests finissent par _spec.",
        counterExample: "Les tests sont verts.",
      },
      {
        pattern: r`{begin}(?:évite|évitez|proscris|bannis|limite-toi|contente-toi|tiens-t['’]en|n['’]utilise que|abstiens-toi){end}\s?\S`,
        example: "Évite les anglicismes.",
        counterExample: "Il évite les anglicismes.",
      },
      {
        pattern: r`^(?:merci d['’]|veuillez |prière d['’])éviter\s?:`,
        example: "Merci d'éviter :",
        counterExample: "Comment éviter :",
      },
      {
        pattern: r`^[^\p{L}]{0,8}(?:pas de|pas d['’]|aucun|aucune|zéro|jamais de|jamais d['’]|plus de|plus d['’])\s?(?!\s|{nothing})[^?,]{2,80}{please}?$`,
        example: "Pas d'emojis dans les commits.",
        counterExample: "Pas de souci.",
      },
      {
        pattern: r`^[^\p{L}]{0,8}{whenever}\s?[^?]{3,160},\s(?:(?:alors|toujours|d['’]abord)\s){0,2}(?:ne |n['’])?{orderVerb}(?:-\p{L}{1,4})?{end}`,
        example: "En cas de doute, arrête tout.",
        counterExample: "En cas de doute, il y a un guide.",
      },
      {
        pattern: r`\p{L},\s(?:et )?(?:pas|surtout pas|jamais) (?:de |d['’]|en |le |la |les |l['’])?\p{L}[^,.?!]{1,40}[.!]?$`,
        example: "Des tabulations, pas des espaces.",
        counterExample: "Des tabulations et des espaces.",
      },
      {
        words: r`(?:commentaires?|réponses?|textes?|messages?|commits|documentation|le reste|tout) (?:\S{1,20}\s){0,2}en {language}`,
        example: "Les commentaires en anglais.",
        counterExample: "Les commentaires en vers.",
      },
    ],
    order: [
      {
        pattern: r`{begin}(?:{opening}\s){0,2}(?:ne |n['’])?{orderVerb}(?:-\p{L}{1,4}){0,2}{end}`,
        example: "Vérifie la facture.",
        counterExample: "La vérification est en cours.",
      },
      {
        words: r`merci de, merci d['’]\p{L}+, (?:peux|pourrais|pouvez|pourriez)-(?:tu|vous), tu (?:peux|pourrais) me, veuillez, prière de, je (?:veux|voudrais|souhaite|aimerais) que (?:tu|vous), à {deed}[.!]?$`,
        example: "Prière de frapper.",
        counterExample: "La prière est dite.",
      },
    ],
    "standing word": [
      {
        words: r`chaque, tous les, toutes les, tout le, toute la, tout, toute, tous, toutes, n['’]importe quel\p{L}{0,2}, à chaque fois, dès que, systématiquement, le reste`,
        example: "Après chaque réunion",
        counterExample: "Après la réunion",
      },
    ],
    "one-off": [
      {
        words: r`un peu, cette fois, une fois, encore une fois, à nouveau, vite fait, montre-moi, explique-moi, liste-moi, regarde, jette un œil, tout de suite`,
        example: "Jette un œil ici.",
        counterExample: "Viens ici.",
      },
    ],
    commission: [
      {
        words: r`réserve, envoie, envoyez, paie, paye, vire, invite, livrez, commande, planifie, achète, programme`,
        example: "Réserve une table.",
        counterExample: "La table est libre.",
      },
    ],
    answer: [
      {
        words: r`répon\p{L}{1,5}, réponses?, écris?, écri\p{L}{1,4}, parle\p{L}{0,2}, rédige\p{L}{0,2}, commentaires?, textes?, explique\p{L}{0,2}, explications?, messages?, le reste, documentation, communique\p{L}{0,2}`,
        example: "Parle-moi.",
        counterExample: "Regarde-moi.",
      },
    ],
    "language name": [
      {
        words: "{language}",
        example: "en néerlandais",
        counterExample: "en papier",
      },
    ],
    date: [
      {
        words: r`lundi, mardi, mercredi, jeudi, vendredi, samedi, dimanche, demain, (?:1er|\d{1,2}) (?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)`,
        example: "jeudi",
        counterExample: "jadis",
      },
    ],
    "own fact": [
      {
        words: r`{setting} (?:\S{1,20}\s){0,3}?(?:est|sont|commence|a lieu|part)(?! depuis) (?:\S{1,12}\s){0,2}?\S{0,12}\d[\p{L}\p{N}:.,/-]{0,20}(?! (?:jours|heures|minutes|fois|ans))`,
        example: "La salle est la 412.",
        counterExample: "La salle est belle.",
      },
      {
        words: r`je suis (?:\S{1,20}\s){0,2}(?:allergique|végétarien\p{L}{0,2}|végan\p{L}{0,1}|végane|gaucher|gauchère|daltonien\p{L}{0,2}|enceinte|sourde?|malvoyante?|débutante?|diabétique|à|basée?|en déplacement|intolérante?), j['’]habite, je vis à, je m['’]appelle, je ne (?:mange|bois|supporte|parle) (?:pas|que|jamais|ni|plus|aucun\p{L}?), je travaille (?:à|en|chez|comme|sur|sous)`,
        example: "Je suis gaucher.",
        counterExample: "Je suis content.",
      },
      {
        words: r`(?:mon|ma|mes|notre|nos) (?:\p{L}{2,20}\s){1,3}(?:s['’]appelle|est (?:le|la|au|à|en|\p{Lu}\p{L}+|\d)|tourne (?:sous|sur|en)|n['’]a que|n['’]a pas|ne (?:gère|supporte|connaît) (?:pas|que)|utilise|se trouve|habite|accepte)`,
        example: "Notre client s'appelle Nordwind.",
        counterExample: "Le vent vient du nord.",
      },
      {
        words: r`(?:on|nous) (?:\S{1,12}\s)?(?:en reste|en est|restons|reste) (?:à|sous|sur|en), nous (?:utilisons|travaillons (?:avec|sous|en)|n['’]avons que|sommes (?:encore )?(?:en|sous|sur)), on (?:utilise|est (?:encore )?(?:en|sous|sur)|tourne|n['’]a que|travaille (?:avec|sous|en)), pour info, pour information, à noter`,
        example: "On utilise Java 11.",
        counterExample: "Java 11 est vieux.",
      },
    ],
    territory: [
      {
        words: r`(?:est|sont) (?:le domaine|du ressort|la chasse gardée|l['’]affaire) d\S{1,3}, c['’]est .{1,20} qui (?:gère|s['’]en occupe), appartien(?:t|nent) à l['’]équipe`,
        example: "Le style est le domaine de Jonas.",
        counterExample: "Le style est prêt.",
      },
    ],
    preference: [
      {
        pattern: r`(?<!\p{L})(?:tutoie|vouvoie|appelle|tutoyez|vouvoyez|appelez)-moi(?! (?:demain|quand|dès|si|plus))(?!\p{L})`,
        example: "Appelle-moi Léo.",
        counterExample: "Appelle-moi demain.",
      },
      {
        pattern: r`^je ne \p{L}{2,20}(?<!ai|avais) qu(?:e |['’])\p{L}`,
        example: "Je ne bois que du thé.",
        counterExample: "Je n'ai que du thé.",
      },
      {
        words: r`je préfère(?:rais)?, de préférence, j['’]aime(?:rais)? (?:mieux|bien que|autant|que)(?! ce| cette), si possible, idéalement, dans la mesure du possible, autant que possible, plutôt (?:que|en|un|une|des|le|la)(?! ennuyeu), je n['’]aime pas (?:les|quand|qu|le \S+ (?:trop|dans))`,
        example: "Je préfère les tabulations.",
        counterExample: "Voici les tabulations.",
      },
    ],
    correction: [
      {
        words: r`finalement, plutôt(?! (?:bien|mal|bon|ennuyeu\p{L}{1,3}|lent|rapide|joli)), au lieu d\S{1,2}, à la place, en fait, oublie\p{L}{0,2}, rectification, correction, je voulais dire, changement de (?:plan|programme), tout compte fait, annule\p{L}{0,2}, (?:n['’]est|ne sont|n['’]y a|faut|sert) plus, autant pour moi, au temps pour moi`,
        example: "Prends plutôt le port 80.",
        counterExample: "Prends le port 80.",
      },
    ],
    permission: [
      {
        words: r`(?:tu peux|vous pouvez|on peut|peux-tu|libre à toi)(?! (?:plus|pas)\b), (?:est|sont) (?:\S{1,20}\s){0,2}(?:autorisé|permis|libre|possible|ok|bon)(?:e|s|es)?, c['’]est (?:bon|ok|permis), comme tu veux, peu importe, n['’]hésite pas`,
        example: "Tu peux effacer les tests.",
        counterExample: "Tu ne peux pas effacer les tests.",
      },
    ],
    release: [
      {
        words: r`oublie(?:z|r)?(?! pas), n['’]est plus (?:nécessaire|obligatoire|utile|interdite?|valable|requise?|la peine|d['’]actualité), ne sont plus, plus besoin, n['’](?:as|avez|a) plus (?:besoin|à), ne (?:faut|dois|doit|s['’]applique) plus, plus seulement, plus la peine, inutile de, laisse tomber, annulée?s?, levée?s?, caducs?, caduque, ne tient plus, plus valable, abandonn\p{L}{1,3}`,
        example: "La règle est caduque.",
        counterExample: "La règle est claire.",
      },
    ],
    "changed value": [
      {
        pattern: r`(?<!\p{L})(?:repass\p{L}{1,3}|reviens|revenez|revenons) (?:au|aux|à|en) `,
        example: "Reviens au chinois.",
        counterExample: "Il revient demain.",
      },
      {
        words: r`(?:est|sont|a été|ont été|passe|passent|passons) (?:\S{1,20}\s)?{changed} (?:à|au|aux|en|pour|jusqu), {changed} (?:à|au|aux|jusqu), pass(?:e|ent|ons|ez) (?:à|au|en|de .{1,30} à), (?:est|sont) (?:maintenant|désormais|à présent|dorénavant), mets-en, finalement, revien(?:s|t|ons) à, on (?:repasse|retourne) (?:à|au|aux|en), change(?:z|ons)? (?:pour|en|ça)`,
        example: "La réunion est décalée à lundi.",
        counterExample: "La réunion est lundi.",
      },
    ],
    "replaced value": [
      {
        pattern: r`(?<=(?<!\p{L})(?:au lieu de|au lieu d['’]|à la place de|plutôt que|et non|plus seulement|, pas|, plus)\s?(?:en\s|de\s|du\s|la\s|le\s|les\s|l['’])?)\p{L}[^,.;!?]{1,40}`,
        example: "Du thé au lieu de café.",
        counterExample: "Du thé et du café.",
      },
    ],
    addition: [
      {
        pattern: r`(?<!\p{L})(?:aussi|également|en plus|de même)[.!]{0,3}$`,
        example: "Le linter également.",
        counterExample: "Le linter.",
      },
    ],
    "new state": [
      {
        words: r`maintenant, désormais, dorénavant, à présent, à partir de maintenant, de nouveau, dès maintenant`,
        example: "Désormais, oui.",
        counterExample: "Hier, oui.",
      },
    ],
    allowance: [
      {
        words: r`(?:peut|peuvent)(?! (?:pas|plus)\b), (?:est|sont|sera|seront) (?:\S{1,20}\s){0,2}(?:permise?s?|autorisée?s?|possibles?|ouverte?s?|acceptée?s?|libres?), réactive\p{L}{0,2}, rallume\p{L}{0,2}, relance\p{L}{0,2}, reprends?, rétabli\p{L}{0,3}, remets? .{1,60} en (?:marche|route|service), ça va aussi`,
        example: "Le stock peut partir.",
        counterExample: "Le stock ne peut pas partir.",
      },
    ],
    deed: [
      {
        words: r`désactivée?s?, éteinte?s?, réactiver?, touch\p{L}{1,3}, modifi\p{L}{1,3}, chang\p{L}{1,5}, édit\p{L}{1,3}, retouch\p{L}{1,3}, altér\p{L}{1,3}, encore, de nouveau, lanc\p{L}{1,4}, exécut\p{L}{1,4}, être, utilis\p{L}{1,4}, permises?, autorisée?s?`,
        example: "N'y touche pas.",
        counterExample: "N'y pense pas.",
      },
    ],
    keeping: [
      {
        words: r`laisse(?:z|r)?(?= .{1,60}(?:désactivée?s?|éteinte?s?|fermée?s?|coupée?s?|arrêtée?s?)(?!\p{L}))`,
        example: "Laisse la pompe éteinte.",
        counterExample: "Laisse la pompe.",
      },
      {
        words: r`gard(?:e|ez|ons|er), conserv(?:e|ez|ons|er), maint(?:iens|enez|enir), laisse\p{L}{0,2} .{1,60}(?:en place|en l['’]état), reste(?:nt)? (?:en place|tel)`,
        example: "Conserve le logo.",
        counterExample: "Observe le logo.",
      },
    ],
    removal: [
      {
        words: r`supprim\p{L}{1,4}, enlev\p{L}{1,4}, retir\p{L}{1,4}, disparaître, effac\p{L}{1,4}, éteindre, partir, jet\p{L}{1,4}, remplac\p{L}{1,4}, virer`,
        example: "Tu peux l'effacer.",
        counterExample: "Tu peux l'écrire.",
      },
    ],
    sight: [
      {
        words: r`regard\p{L}{1,3}, lis, lire, lisez, consult\p{L}{1,3}, voir, exemples?`,
        example: "Tu peux le lire.",
        counterExample: "Tu peux le changer.",
      },
    ],
    "going beyond": [
      {
        words: r`plus (?:long|longs|longues?|grande?s?|élevée?s?|détaillée?s?|nombreu\p{L}{1,3}|que|de \d+), davantage, supplémentaires?, illimitée?s?, sans limite`,
        example: "Des textes plus longs.",
        counterExample: "Des textes courts.",
      },
    ],
    "chosen value": [
      {
        words: r`mets?-en, plutôt, finalement, passons à, va pour, disons, prenons, prends, à la place, en fait, mieux vaut, tant pis pour, change(?:z)? (?:ça )?(?:pour|en), monte(?:z)? à, ça va aussi`,
        example: "Disons neuf.",
        counterExample: "Il y en a neuf.",
      },
    ],
    brevity: [
      {
        words: r`en (?:une(?: seule)?|un(?: seul)?|deux|trois) (?:phrases?|mots?|lignes?|paragraphes?)`,
        example: "En une phrase.",
        counterExample: "Une phrase est fausse.",
      },
    ],
    "switching on": [
      {
        words: r`(?:ré)?activ(?:e|er|ez|ée|ées|és), rallum\p{L}{1,3}, allum\p{L}{1,3}, relanc\p{L}{1,3}, rouvr\p{L}{1,3}, redémarr\p{L}{1,3}`,
        example: "Rallume la pompe.",
        counterExample: "Éteins la pompe.",
      },
    ],
    withdrawal: [
      {
        words: "annulée?s?, levée?s?, caducs?, caduques?, obsolètes?, périmée?s?, retirée?s?, abrogée?s?",
        example: "Abrogées :",
        counterExample: "En vigueur :",
      },
    ],
    negation: [
      {
        pattern: r`\bne\b|\bn['’]|jamais|(?<!\p{L})(?:pas|sans|interdit\p{L}{0,4}|évite\p{L}{0,2}|aucun\p{L}{0,2}|défense|rien){end}`,
        example: "Ne pas tester",
        counterExample: "Tester",
      },
    ],
    "modal word": [
      {
        words: "peux, pouvez, dois, doit, devez, faut, permis, autorisé",
        example: "Il faut voir.",
        counterExample: "Il voit.",
      },
    ],
    address: [
      {
        pattern: r`(?:^|[,;:]\s)(?:ne\s|n['’]|toujours|jamais|assure|merci de|{orderVerb}{end})`,
        example: "Toujours tester.",
        counterExample: "Il teste toujours.",
      },
      { pattern: r`\b(?:tu|vous)\b`, example: "Ici, vous testez.", counterExample: "Ici, on teste." },
    ],
    "question form": [
      {
        pattern: r`^(?:(?:et|mais|alors|dis)[,\s]\s?){0,2}(?:pourquoi|comment se fait|est-ce qu\S|faut-il|dois-je|doit-on|qui doit)(?!\p{L})[^,;:—–]{0,300}$`,
        example: "Pourquoi faut-il tester",
        counterExample: "Il faut tester",
      },
    ],
    "polite request": [
      {
        pattern: r`^[^?]{0,40}(?:(?:peux|pourrais|pouvez|pourriez|veux)-(?:tu|vous)|(?:tu|vous) (?:peux|pourrais|pouvez|pourriez))\s.{0,160}{lasting}`,
        example: "Pourrais-tu ne plus crier ?",
        counterExample: "Pourrais-tu voir ?",
      },
    ],
    condition: [
      {
        pattern: r`(?<!\p{L})(?:si|s['’]il|quand) (?:tu|je|on|il|elle|vous|nous|ça) (?:ne )?(?:dois|doit|devez|faut|devais|devait|peux|peut)(?: pas| jamais| toujours)?{end}`,
        example: "si tu ne dois pas redémarrer",
        counterExample: "tu ne dois pas redémarrer",
      },
    ],
    "condition word": [{ pattern: r`\bsi\b`, example: "si oui", counterExample: "oui" }],
    report: [
      {
        pattern: r`(?<!\p{L})(?:script|programme|installeur|job|build|serveur) (?:s['’]arrête|plante|refuse|échoue|râle)(?: avec)? ?:[^;–—]{0,400}`,
        example: "Le build échoue avec : il faut être admin.",
        counterExample: "Il faut un build.",
      },
      {
        pattern: r`(?<!\p{L})(?:m['’]a|nous a|a|ont) demandé (?:si |s['’])[^;–—]{0,400}`,
        example: "Paul a demandé si on doit signer.",
        counterExample: "Paul a demandé du sel.",
      },
      {
        pattern: r`(?<!\p{L})(?:guide|manuel|notice|ticket|wiki|documentation) (?:de |du |des |d['’])[^,;.]{2,30} (?:dit|indique|précise|exige)[^,;–—]{0,400}`,
        example: "La notice du four dit qu'il faut attendre.",
        counterExample: "Il faut lire la notice du four.",
      },
      {
        pattern: r`(?<!\p{L})(?:d['’]après|selon|à en croire) [^,;.]{2,40},[^;–—]{0,400}`,
        example: "Selon Paul, il ne faut pas.",
        counterExample: "Il ne faut pas.",
      },
      {
        pattern: r`(?<!\p{L})(?:{source}|il|elle|(?:mon|ma|le|la|son|sa) {person}) (?:\S{1,20}\s)?{says}{end}(?: qu['’e])?[^,;–—]{0,400}`,
        example: "Le compilateur dit qu'il faut un type.",
        counterExample: "Il faut un type.",
      },
      {
        pattern: r`(?<!\p{L})(?:d['’]après|selon|dans) (?:la |le |les |l['’]|mon |ma |son |sa |un |une )?(?:{source}|{person})(?:(?<!dans\s.{0,60})|,? (?:il est (?:écrit|dit)|on lit))(?!\p{L})[^;–—]{0,400}`,
        example: "Dans la notice on lit qu'il faut attendre.",
        counterExample: "Il faut attendre.",
      },
      {
        pattern: r`(?<!\p{L})(?:tu (?:as|avais)|vous (?:avez|aviez)) (?:dit|proposé|suggéré|écrit|conseillé)[^,;–—]{0,400}`,
        example: "Tu as dit qu'il faut attendre.",
        counterExample: "Tu attends.",
      },
    ],
    supposition: [
      {
        pattern: r`^je (?:me demande|ne sais pas|ne suis pas sûre?|hésite)\s(?:si(?!\p{L})|s['’])`,
        example: "Je me demande s'il faut courir.",
        counterExample: "Il faut courir.",
      },
      {
        pattern: r`^(?:supposons|imagine\p{L}{0,2}|admettons|et si|mettons)(?!\p{L})`,
        example: "Supposons qu'il faut courir",
        counterExample: "Il faut courir",
      },
    ],
    "qualifying word": [
      {
        words:
          "si, s['’]il, sauf, sans, quand, lorsque, dès que, tant que, jusqu['’]à, jusqu['’]au, avant, après, pendant, à moins, y compris, seulement, uniquement, au plus, au moins, mais pas",
        example: "sauf le dimanche",
        counterExample: "le dimanche",
      },
    ],
    "past rule": [
      {
        pattern: r`(?<!\p{L})(?:avant|autrefois|jadis|à l['’]époque|(?:mon|ma|notre) ancien\p{L}{0,2}|quand j['’]étais)(?!\p{L})[^.]{0,30}\p{L}{1,20}(?:ait|aient|ions|iez)(?!\p{L})(?!.{0,200}désormais)`,
        example: "Avant, nous frappions toujours.",
        counterExample: "Avant de frapper, il faut crier.",
      },
      {
        words: r`(?:il )?(?:fallait|était interdite?|était obligatoire|étaient interdite?s), (?:on|nous|je|il|elle|tu) (?:devait|devions|devais)`,
        example: "Il fallait toujours crier.",
        counterExample: "Il faut toujours crier.",
      },
    ],
    opinion: [
      {
        words: r`(?:tout le monde|les gens|chacun|on|l['’]humanité) devrai(?:t|ent) (?:\S{1,20}\s)?(?:plus|moins|davantage|dormir|rire|souvent)`,
        example: "On devrait rire plus.",
        counterExample: "On devrait signer.",
      },
      {
        words: r`je trouve(?! .{0,60}(?:faudrait|faut|devrait)), à mon avis(?! .{0,40}faut), franchement, on dit (?:que|toujours)\b, comme on dit, les gens (?:doivent|devraient), personne ne devrait, tout le monde devrait, dans la vie`,
        example: "Dans la vie il faut rire.",
        counterExample: "Ici il faut rire.",
      },
      {
        pattern: r`(?<!\p{L})(?:haha\p{L}{0,6}|hihi|mdr|ptdr|lol|je plaisante|je rigole)\P{L}{0,6}$|[😂🤣😅😜]\P{L}{0,4}$`,
        example: "Plus jamais de lundi, mdr.",
        counterExample: "Plus jamais de lundi.",
      },
    ],
    courtesy: [
      {
        pattern: r`^[^\p{L}]{0,4}(?:un grand |mille |super,? |ok,? )?mercis?(?! d(?:e |['’]))(?!\p{L})(?!.{0,200}(?:désormais|dorénavant|ne plus|mais|s['’]il te))`,
        example: "Merci, c'est toujours parfait.",
        counterExample: "C'est toujours parfait.",
      },
      {
        words: r`ne t['’](?:inquiète|excuse|en fais) pas, ne vous (?:inquiétez|excusez) pas, pas (?:la peine de t['’]excuser|de quoi|de problème|de souci), il n['’]y a pas de quoi`,
        example: "Ne t'inquiète pas.",
        counterExample: "Ne touche pas.",
      },
    ],
    "third party": [
      {
        words: r`(?:boîte|boutique|équipe|entreprise|bureau|maison) d['’]à côté, chez (?:les voisins|le voisin|la concurrence), (?:mon|ma|son|sa) {person} (?:\S{1,20}\s){0,4}(?:jamais|toujours|aucun)`,
        example: "La boîte d’à côté interdit tout.",
        counterExample: "La boîte interdit tout.",
      },
      {
        words: r`dans (?:le film|le roman|le livre|le conte|le rêve|la série|l['’]histoire|la chanson|le jeu), (?:lui|leur) (?:a|ont|avait|avaient) (?:interdit|défendu|prescrit|conseillé|demandé|dit)`,
        example: "Dans le film il faut courir.",
        counterExample: "Ici il faut courir.",
      },
      {
        words: r`(?:mon|ma|son|sa|leurs?|notre) {person} (?:doit|ne doit|ne peut|ne mange|ne boit|veut|n['’]a|interdit|refuse|ne veut), (?:il|elle|ils|elles) (?:doit|doivent|ne doit|ne doivent)`,
        example: "Ma fille ne doit pas voyager seule.",
        counterExample: "Tu ne dois pas voyager seul.",
      },
    ],
    guess: [
      {
        words: r`(?:doit|doivent) (?:sûrement|bien|forcément|sans doute|être (?:dû|due|cassée?|à cause|lié\p{L}{0,2}|un bug|une erreur)|venir|avoir été), ça doit être`,
        example: "Ça doit venir du cache.",
        counterExample: "Ça doit rester.",
      },
    ],
    account: [
      {
        words: r`(?:ai|as|a|avons|avez|ont|avait|avais|est|suis|sont) jamais(?! à)(?= \p{L}+(?:é|i|u|is|it|ée|és)(?!\p{L}))`,
        example: "Je n’ai jamais fumé.",
        counterExample: "Ne jamais fumer.",
      },
      {
        pattern: r`^[^\p{L}]{0,4}(?:hier|avant-hier|ce matin|tout à l['’]heure|\p{L}{2} \p{L}+ derni(?:er|ère))(?!\p{L})[^.]{0,40}(?:j['’]ai|il a|elle a|on a|nous avons|ont|était|étaient|a été|avait|suis)`,
        example: "Hier j'ai toujours attendu.",
        counterExample: "Il faut toujours attendre.",
      },
      {
        words: r`{shaky} (?:\S{1,20}\s){0,3}(?:jamais|toujours|sans arrêt|tout le temps|à chaque fois|constamment|en boucle)(?! (?:en|dans|être|au|avec))`,
        example: "Le build plante toujours.",
        counterExample: "Le build démarre.",
      },
    ],
    decision: [
      {
        pattern: "j'ai décidé|nous avons décidé",
        example: "Nous avons décidé de garder SQLite.",
        counterExample: "Nous avons SQLite.",
      },
    ],
    "rules heading": [
      {
        pattern: r`^[^\p{L}]{0,8}(?:[^\s:]{1,30}\s){0,4}{rules}(?:\s[^\s:]{1,30}){0,3}\s?[:*\s]{0,4}$`,
        example: "## Nos consignes",
        counterExample: "## Notre but",
      },
    ],
    "name of rules": [{ words: "{rules}, critères", example: "Nos contraintes", counterExample: "Nos jeux" }],
    "acceptance heading": [
      {
        words: "critères d['’]acceptation, terminé quand",
        example: "Terminé quand :",
        counterExample: "Terminé :",
      },
    ],
    reason: [{ pattern: r`\bparce que\b`, example: "SQLite parce que petit", counterExample: "SQLite" }],
    greeting: [
      { pattern: r`^bonjour\b`, example: "Bonjour Claude, regarde", counterExample: "Claude, regarde" },
    ],
    dialogue: [
      {
        pattern: r`\b(?:je|tu|vous|nous)\b`,
        example: "Et je teste.",
        counterExample: "Le serveur redémarre.",
      },
    ],
    "unfinished end": [
      {
        pattern: r`(?:^|[\s("“*_])(?:et|ou|de|les?)[*_]{0,2}$`,
        example: "Le port et",
        counterExample: "Le port",
      },
    ],
    "mail header": [
      {
        pattern: r`^\s{0,2}\**(?:de|envoyé|à|objet)\**\s{0,2}[:：]\**\s{0,4}\S`,
        example: "Objet : livraison",
        counterExample: "Objet perdu",
      },
    ],
    "mail sender": [
      { pattern: r`^\s{0,2}\**de\**\s{0,2}[:：]`, example: "De : Dana", counterExample: "De Dana" },
    ],
    "mail divider": [
      {
        pattern: r`^\s{0,4}-{2,12}\s?message d'origine\s?-{2,12}\s{0,4}$`,
        example: "----- Message d'origine -----",
        counterExample: "Message d'origine",
      },
    ],
    "mail quotation": [
      {
        pattern: r`^\s{0,4}le\s.{6,120}\sa écrit(?:\s[^:]{1,60})?\s?:\s{0,4}$`,
        example: "Le 5 janvier 2026, Dana a écrit :",
        counterExample: "Le 5 janvier Dana a écrit un test.",
      },
    ],
    "error line": [
      {
        pattern: r`^\s{0,8}erreur\b\s{0,2}[:!：]? ?\S`,
        example: "Erreur : fichier absent",
        counterExample: "Pas d'erreur",
      },
    ],
  },
  wordLists: {
    "stop word": {
      words:
        "le, la, les, un, une, des, du, de, et, ou, mais, donc, ne, pas, plus, jamais, rien, aucun, aucune, toujours, seulement, uniquement, est, sont, être, était, sera, avoir, ai, as, ont, avez, dois, doit, doivent, devez, peux, peut, peuvent, pouvez, faut, je, tu, il, elle, on, nous, vous, ils, elles, me, te, se, moi, toi, mon, ma, mes, ton, ta, tes, son, sa, ses, notre, nos, votre, vos, leur, leurs, ce, cet, cette, ces, ça, que, qui, quoi, dont, où, si, quand, comme, dans, sur, sous, en, au, aux, par, pour, avec, sans, chez, entre, avant, après, dès, jusqu, chaque, tout, toute, tous, toutes, aussi, encore, maintenant, désormais, dorénavant, finalement, plutôt, lieu, place, oublie, dit, merci, utilise, utiliser, utilisez, mets, mettre, fais, faire, nécessaire, besoin, interdit, permis, moins, maximum, minimum, reste, restent, libres, libre, demander, prévenir, voudras, veux, autorisé, autorisée",
      example: "désormais",
      counterExample: "facture",
    },
    "heading word": {
      words:
        "règle, règles, consigne, consignes, contrainte, contraintes, exigence, exigences, objectif, objectifs, tâche, tâches, attention, remarque, remarques, rappel, correction, précision, exemple, exemples, délai, erreur, erreurs, étapes, contexte, résultat, résultats, modification, langue, résumé, info",
      example: "consignes",
      counterExample: "jonas",
    },
    "number word": {
      words: "deux, trois, quatre, cinq, sept, huit, neuf, douze, vingt",
      example: "quatre",
      counterExample: "quart",
    },
    "talk stop word": {
      words:
        "mais, pour, avec, dans, vous, nous, elle, cette, être, avoir, fait, comme, plus, tout, bien, alors, donc",
      example: "avec",
      counterExample: "budget",
    },
    hesitation: { words: "euh", example: "euh", counterExample: "oui" },
  },
};
