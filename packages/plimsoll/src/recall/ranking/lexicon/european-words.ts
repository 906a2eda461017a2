/** Everyday and working words of other languages with words between blanks, by language, one group a line. */
export const EUROPEAN_WORDS = {
  german: `
Geld Budget Kosten Betrag Preis Summe ausgeben Ausgaben Euro teuer Spesen
bezahlen zahlen Zahlung überweisen begleichen Rechnung fällig
Rechnung Beleg Faktura Quittung Rechnungen Belege
Mahnung Erinnerung Zahlungserinnerung
Besprechung Meeting Sitzung Termin Treffen Konferenz Runde
Termin Datum Zeitpunkt Frist
Frist Deadline fällig spätestens Abgabe
Schlüssel Code Karte Zugang Schloss PIN
Tür Eingang Zugang Tor Eintritt
Raum Zimmer Saal Büro
Auto Wagen Fahrzeug PKW LKW Lieferwagen
Fahrrad Rad Velo
Zug Bahn Bahnhof
Flug Flugzeug fliegen Flughafen
Reise Fahrt Dienstreise Urlaub verreisen
Urlaub Ferien frei abwesend
krank Krankheit Arzt Arzttermin
Essen Mahlzeit Gericht Speise kochen Mittagessen
vegetarisch vegan fleischlos Fleisch
trinken Getränk Kaffee Tee
Kind Kinder Sohn Tochter
Mutter Vater Eltern
Wohnung Haus Zuhause Adresse
Telefon Handy anrufen Nummer Durchwahl erreichen erreichbar
Mail E-Mail Nachricht schreiben
Paket Sendung Lieferung liefern Versand Päckchen
bestellen Bestellung Auftrag kaufen
zurückgeben Rückgabe Retoure umtauschen
Kunde Kunden Auftraggeber Mandant
Lieferant Anbieter Hersteller
Vertrag Vereinbarung Abkommen
kündigen Kündigung beenden endet ablaufen
verlängern Verlängerung erneuern
Chef Leiter Vorgesetzter Leitung Führung
leiten führen verantwortlich zuständig Leiter
Kollege Kollegin Mitarbeiter
Vertretung vertreten Stellvertreter ersetzen
genehmigen Genehmigung freigeben Freigabe erlauben zustimmen Unterschrift
erlaubt dürfen darf gestattet zulässig
verboten untersagt nie niemals
Schulung Training Kurs Seminar Weiterbildung Fortbildung
lernen Schule Unterricht
Grund Ursache weil warum wegen
Fehler Problem Störung Defekt fehlgeschlagen
scheitern fehlschlagen fehlgeschlagen abbrechen bricht Abbruch Absturz abstürzen
langsam träge lahm dauert Verzögerung
schnell rasch zügig
starten beginnen Beginn anfangen Start
enden Ende aufhören beenden fertig
ändern Änderung verschieben verschoben umstellen
löschen entfernen Löschung
doppelt zweimal mehrfach
wiederholen erneut nochmals Versuch
warten Wartezeit Pause
Datei Dokument Unterlage
importieren Import einlesen laden
exportieren Export ausgeben
Server Rechner Maschine Computer
Passwort Kennwort Zugangsdaten
Sicherung Backup Kopie
Größe groß Umfang
höchstens maximal Maximum Grenze Obergrenze Limit
mindestens minimal Minimum
Nummer Nummerierung nummerieren Kennung
Farbe rot grün blau gelb schwarz weiß
Sprache deutsch englisch französisch
senden schicken verschicken versenden
Lager Depot Magazin
Stock Etage Stockwerk
parken Parkplatz Garage
Wetter Regen Schnee
Aufzug Lift Fahrstuhl
gesperrt defekt kaputt Betrieb geschlossen außer
Treffer Ergebnis Ergebnisse leer gefunden
Bargeld bar Karte
Gehalt Lohn Vergütung
Hund Katze Haustier
Schule Lehrer Klasse
Medikament Tablette Medizin Arznei
Operation Krankenhaus Klinik
Allergie allergisch vertragen Unverträglichkeit
Restaurant Lokal Gaststätte Kantine
Miete Vermieter Mieter
Geburtstag Alter
Sitz Sitzplatz Fenster Gang
Hotel Unterkunft Übernachtung
Morgen Vormittag früh
Abend Nacht
Woche wöchentlich
anmelden Login einloggen Anmeldung
Berechtigung Rechte Zugriff
Version Aktualisierung Update
Speicher Arbeitsspeicher RAM
Verbindung Netzwerk
Datenbank Tabelle
Bericht Report Auswertung
Vorschlag Idee
Beschwerde Reklamation
kaputt defekt beschädigt
Teilnehmer Personen Leute Gäste
entscheiden Entscheidung wählen
gesamt Summe insgesamt
heißt Name genannt
sitzt arbeitet befindet liegt steht`,
  french: `
argent budget coût prix montant somme dépenser dépense dépenses euros frais
payer paiement régler facture
facture reçu note
réunion rendez-vous rencontre séance point
date délai échéance limite
clé clef code badge accès serrure
porte entrée accès
salle pièce chambre bureau
voiture véhicule camion auto camionnette
vélo bicyclette
train gare
avion vol aéroport
voyage déplacement trajet
vacances congé congés absence
malade maladie médecin
repas manger nourriture plat cuisine déjeuner dîner
végétarien viande
boire boisson café thé
enfant fils fille
mère père parents
maison appartement domicile logement adresse
téléphone appeler numéro joindre joignable
courriel mail message courrier
colis livraison livrer expédition envoi
commande commander achat acheter
retour rendre renvoyer rembourser
client cliente acheteur
fournisseur prestataire
contrat accord
résilier fin expirer terminer
prolonger renouveler renouvellement
chef responsable directeur patron
collègue équipe
remplacer remplaçant suppléant
approuver autoriser valider accord signature
permis autorisé droit
interdit défendu jamais
formation cours stage
raison cause pourquoi
erreur panne problème défaut
échouer échec planter échoué
lent lente lenteur temps
rapide vite
commencer début démarrer
finir fin terminer
changer modifier changement déplacer reporter
supprimer effacer enlever
deux double doublon
attendre attente délai
fichier document
serveur machine ordinateur
passe identifiants
sauvegarde copie
taille grand grandeur
maximum plafond limite
minimum moins
numéro référence identifiant
couleur rouge vert bleu jaune noir blanc
langue français anglais
envoyer transmettre
entrepôt stock dépôt
étage niveau
stationner parking garage garer
passer entrer
convives invités personnes participants gens nombre
traiteur repas manger mangent restaurant
midi jeudi avant date
ascenseur escalier
espèces carte
salaire paie
chien chat animal
école professeur classe
médicament comprimé
opération hôpital
allergie allergique
loyer propriétaire locataire
anniversaire âge
siège couloir fenêtre
hôtel hébergement
matin matinée
soir nuit
connexion identifiant
droits accès
version jour
mémoire
réseau lien
base données table
rapport bilan
plainte réclamation
cassé abîmé
décider décision choisir
appelle nom
lent lentement charger chargées afficher`,
  spanish: `
dinero presupuesto coste costo precio importe suma gastar gasto gastos euros
pagar pago abonar factura
factura recibo cuenta
reunión cita encuentro junta
fecha plazo vencimiento límite
llave código clave acceso tarjeta
puerta entrada acceso
sala habitación cuarto oficina despacho
coche carro automóvil vehículo furgoneta camión
bicicleta bici
tren estación
avión vuelo aeropuerto
viaje viajar desplazamiento
vacaciones permiso ausencia
enfermo enfermedad médico
comida comer plato almuerzo cena cocina
vegetariano carne
beber bebida café té
niño niña hijo hija
madre padre padres
casa piso apartamento domicilio vivienda dirección
teléfono llamar número contactar móvil
correo mensaje email
paquete envío entrega entregar reparto
pedido pedir compra comprar
devolver devolución devuelto reembolso
cliente comprador
proveedor suministrador
contrato acuerdo
cancelar terminar vencer fin
prolongar renovar renovación
jefe responsable encargado director
compañero colega equipo
sustituir reemplazar suplente
aprobar autorizar permiso firma firmar
permitido autorizado
prohibido nunca
formación curso taller
razón motivo causa
error fallo problema avería
fallar falló fracasar
lento lentitud tarda demora
rápido
empezar comenzar inicio
terminar acabar fin
cambiar modificar cambio mover aplazar
borrar eliminar quitar
doble duplicado
esperar espera
archivo fichero documento
servidor máquina ordenador
contraseña clave
copia respaldo
tamaño grande
máximo límite tope
mínimo menos
número referencia
color rojo verde azul amarillo negro blanco
idioma español inglés
enviar mandar
almacén depósito
planta piso
aparcar aparcamiento garaje estacionar
fiesta celebración celebrar
roto dañado estropeado
llegar llega recibir reciben
vivir vive
entrada puerta entrar garaje
ascensor escalera
efectivo tarjeta
sueldo salario
perro gato mascota
escuela profesor clase
medicina pastilla
operación hospital
alergia alérgico
alquiler propietario inquilino
cumpleaños edad
asiento pasillo ventana
hotel alojamiento
mañana temprano
tarde noche
sesión acceso iniciar
permisos derechos
versión actualización
memoria
conexión red
base datos tabla
informe reporte
queja reclamación
decidir decisión elegir
dura duración tiempo minutos
invitados personas asistentes gente
llama nombre`,
  portuguese: `
dinheiro orçamento custo preço valor gastar gasto despesa despesas euros reais
pagar pagamento fatura
fatura recibo conta nota
reunião encontro compromisso
data prazo vencimento limite
chave código senha acesso
porta entrada acesso
sala quarto escritório
carro automóvel veículo caminhão
bicicleta bike
trem comboio estação
avião voo aeroporto
viagem viajar
férias licença ausência
doente doença médico
comida comer prato almoço jantar
criança filho filha
mãe pai pais
casa apartamento endereço morada
telefone ligar número contato celular
correio mensagem email
pacote encomenda entrega entregar envio
pedido compra comprar
devolver devolução reembolso
cliente comprador
fornecedor
contrato acordo
cancelar terminar vencer fim
renovar renovação prolongar
chefe responsável gerente diretor
colega equipe
substituir substituto
aprovar autorizar permissão assinar
permitido
proibido nunca
treinamento curso formação
razão motivo causa
erro falha problema
falhar falhou
lento lentidão demora
começar iniciar início
acabar fim terminar
mudar alterar mudança adiar
apagar excluir remover
servidor máquina computador
reiniciar reiniciou
arquivo ficheiro documento
senha palavra-passe
cópia backup
tamanho grande
máximo limite
mínimo
cor vermelho verde azul
enviar mandar
armazém depósito
andar piso
estacionar garagem
entrada porta entrar
dinheiro cartão
salário pagamento
cachorro cão gato
escola professor aula
remédio comprimido
cirurgia hospital
alergia alérgico
aluguel senhorio inquilino
aniversário idade
assento corredor janela
hotel hospedagem
manhã cedo
tarde noite
atende disponível horário dias
versão atualização
memória
conexão rede
relatório
reclamação queixa
decidir decisão escolher
convidados pessoas participantes
cheio lotado espaço
lento demora`,
} as const;
